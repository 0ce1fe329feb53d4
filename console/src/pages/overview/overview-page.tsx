import { agentName } from '../../format/label.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { Contact, Length, Outcome } from '../calls/cells.tsx';
import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { callsPage, firstPages, type ListedCall, useAgentNames } from '../../api/lists.ts';
import { duration, milliseconds } from '../../format/duration.ts';
import { count, money, percent } from '../../format/numbers.ts';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { Empty, Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { usePlaceCall } from '../../parts/place-call.ts';
import { RelativeTime, When } from '../../parts/when.tsx';
import { FEELINGS, feelingOf } from '../call/latency.ts';
import { Attention } from './attention.tsx';
import { Figure } from './figure.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Month } from './month.tsx';
import { changeOf, figuresByInterval, figuresOf, periodOf, seriesOf } from './summary.ts';

const Chart = lazy(() => import('./chart.tsx'));

/** Calls that the overview reads of a time: five pages. */
const MOST_PAGES = 5;

/** Milliseconds between two looks at the open and the latest calls, and at everything else. */
const LIVE_MS = 5_000;
const SLOW_MS = 60_000;

/** The latest calls that are shown. */
const LATEST = 8;

/** The times that can be shown, in days. */
const TIMES = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** The dashboard. */
export default function OverviewPage() {
  const { days: chosen } = useSearch({ from: '/frame/' });
  const navigate = useNavigate();
  const placeCall = usePlaceCall();
  const [time] = TIMES.find(([days]) => days === chosen) ?? TIMES[1];
  const latest = useQuery({
    queryKey: ['calls', 'overview', 'latest'],
    queryFn: ({ signal }) => callsPage({}, { size: LATEST, signal }),
    refetchInterval: LIVE_MS,
  });
  return (
    <Page
      title="Overview"
      actions={
        <>
          <Segmented
            label="Time"
            options={TIMES}
            value={time}
            onChange={(days) =>
              void navigate({ to: '/', search: days === '7' ? {} : { days }, resetScroll: false })
            }
          />
          <button type="button" className="primary" onClick={() => placeCall()}>
            <PhoneOutgoing size={16} aria-hidden="true" /> Place a call
          </button>
        </>
      }
    >
      <Attention />
      {latest.data?.items.length === 0 ? (
        <FirstSteps />
      ) : (
        <>
          <Calls days={Number(time)} />
          <QueryState query={latest} what="the latest calls" lines={LATEST} />
          {latest.data && <LatestCalls calls={latest.data.items} />}
        </>
      )}
      <Month />
    </Page>
  );
}

/** The figures of the time and their change, and the chart. */
function Calls({ days }: { readonly days: number }) {
  const calls = useQuery({
    queryKey: ['calls', 'overview', days],
    queryFn: async () => {
      const period = periodOf(days, Date.now());
      const from = period.beginnings[0] ?? Date.now();
      return { ...period, ...(await callsOf({ from })) };
    },
    refetchInterval: SLOW_MS,
  });
  const before = useQuery({
    queryKey: ['calls', 'overview', days, 'before'],
    queryFn: () => callsOf(periodOf(days, Date.now()).before),
    refetchInterval: 10 * SLOW_MS,
  });
  const { data } = calls;
  return (
    <>
      {calls.error && <FaultNote error={calls.error} onRetry={() => void calls.refetch()} />}
      {before.error && <FaultNote error={before.error} onRetry={() => void before.refetch()} />}
      {calls.isPending && <Loading what="the figures" lines={4} />}
      {data && <Figures read={data} before={before.data} />}
      {data && before.data && isWhole(data) && isWhole(before.data) && before.data.calls.length > 0 && (
        <p className="help compared">
          Compared with {days === 1 ? 'yesterday' : `the ${days} days before`}, up to the same time of day.
        </p>
      )}
      <Section title="Calls over time" actions={<OpenCalls />}>
        {calls.isPending && <Loading what="calls" lines={6} />}
        {data?.calls.length === 0 && <Empty title="No calls in this period" />}
        {data && data.calls.length > 0 && (
          <Suspense fallback={<Loading what="the chart" lines={6} />}>
            <Chart series={seriesOf(data.calls, data.beginnings, data.since)} />
          </Suspense>
        )}
        {data?.since !== undefined && (
          <p className="help">
            Showing only the newest {count(data.calls.length)} calls of this period, since{' '}
            <When at={new Date(data.since).toISOString()} />.
          </p>
        )}
      </Section>
    </>
  );
}

/** Calls of a time. `since`: when the oldest of them was created, if older ones were not read. */
interface Read {
  readonly calls: readonly ListedCall[];
  readonly since: number | undefined;
}

/** Whether all calls of the time were read. */
const isWhole = ({ since }: Read): boolean => since === undefined;

/** The newest calls of a time. */
async function callsOf({ from, until }: { from: number; until?: number }): Promise<Read> {
  const filters = {
    created_after: new Date(from).toISOString(),
    ...(until !== undefined && { created_before: new Date(until).toISOString() }),
  };
  const { items: calls, isCut } = await firstPages(
    (cursor) => callsPage(filters, { cursor }),
    (_, pages) => pages >= MOST_PAGES,
  );
  const oldest = isCut ? calls.at(-1) : undefined;
  return { calls, since: oldest && Date.parse(oldest.created_at) };
}

/** The figures. Their change is shown only if all calls of both times were read. */
function Figures({
  read,
  before,
}: {
  readonly read: Read & { readonly beginnings: readonly number[] };
  readonly before: Read | undefined;
}) {
  const now = figuresOf(read.calls);
  const then = before && isWhole(before) && isWhole(read) ? figuresOf(before.calls) : undefined;
  const courses = figuresByInterval(read.calls, read.beginnings);
  const currency = read.calls.find(({ cost }) => cost)?.cost?.currency;
  const feel = now.silence === undefined ? undefined : feelingOf(now.silence);
  return (
    <div className="figures">
      <Figure
        name="Calls"
        value={read.since === undefined ? count(now.calls) : `${count(now.calls)}+`}
        change={changeOf(now.calls, then?.calls)}
        course={courses.map(({ calls }) => calls)}
      />
      <Figure
        name="Answered"
        value={now.answered === undefined ? '–' : percent(now.answered)}
        change={changeOf(now.answered, then?.answered)}
        course={courses.map(({ answered }) => answered)}
      >
        of completed calls
      </Figure>
      <Figure
        name="Length"
        value={now.length === undefined ? '–' : duration(now.length)}
        change={changeOf(now.length, then?.length)}
        course={courses.map(({ length }) => length)}
      >
        median
      </Figure>
      <Figure
        name="Response time"
        value={now.silence === undefined ? '–' : milliseconds(now.silence)}
        feel={feel}
        change={changeOf(now.silence, then?.silence)}
        course={courses.map(({ silence }) => silence)}
      >
        {feel === undefined ? 'no answers yet' : FEELINGS[feel]}
      </Figure>
      {now.cost !== undefined && currency !== undefined && (
        <Figure
          name="Cost"
          value={money(now.cost, currency)}
          change={changeOf(now.cost, then?.cost)}
          course={courses.map(({ cost }) => cost)}
        >
          an estimate
        </Figure>
      )}
    </div>
  );
}

/** Calls under way, as links to them. */
function OpenCalls() {
  const { data } = useQuery({
    queryKey: ['calls', 'open'],
    queryFn: async () => {
      const [talking, waiting] = await Promise.all([
        callsPage({ status: 'in_progress' }, { size: 100 }),
        callsPage({ status: 'not_started' }, { size: 100 }),
      ]);
      return { talking: numberOf(talking), waiting: numberOf(waiting) };
    },
    refetchInterval: LIVE_MS,
  });
  if (!data) return null;
  return (
    <>
      <Link to="/calls" search={{ status: 'in_progress' }} className="chip">
        {data.talking} in progress
      </Link>
      <Link to="/calls" search={{ status: 'not_started' }} className="chip">
        {data.waiting} queued
      </Link>
    </>
  );
}

function numberOf({
  items,
  next,
}: {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
}): string {
  return next === undefined ? count(items.length) : `${count(items.length)}+`;
}

/** The newest calls; each leads to its page. */
function LatestCalls({ calls }: { readonly calls: readonly ListedCall[] }) {
  const names = useAgentNames();
  return (
    <Section title="Latest calls" actions={<Link to="/calls">All calls</Link>}>
      <Table
        label="Latest calls"
        rows={calls}
        columns={{
          Contact: (call) => (
            <Link to="/calls/$id" params={{ id: call.id }} className="row-link">
              <Contact call={call} />
            </Link>
          ),
          Agent: ({ agent: id }) => <bdi className="cut">{names.get(id) ?? agentName({ id })}</bdi>,
          Outcome: (call) => <Outcome call={call} />,
          Length: (call) => <Length call={call} />,
          When: ({ created_at: at }) => <RelativeTime at={at} />,
        }}
      />
    </Section>
  );
}
