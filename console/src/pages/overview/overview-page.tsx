import { agentName } from '../../format/label.ts';
import { Button } from '../../parts/controls.tsx';
import { Empty, Loading, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime } from '../../parts/values.tsx';
import { ContactLink, Length, Outcome } from '../calls/cells.tsx';
import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { api } from '../../api/client.ts';
import { callsPage, type ListedCall, useAgentNames } from '../../api/lists.ts';
import { duration, FEELINGS, feelingOf, milliseconds } from '../../format/duration.ts';
import { count, counted, money, percent } from '../../format/numbers.ts';
import { rangeOf, type Time, timeOf } from '../../format/time-range.ts';
import { useAddress } from '../../parts/address.ts';
import { TimeRange } from '../../parts/controls/time-range.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { usePlaceCall } from '../../parts/place-call.ts';
import { atLeast } from '../webhooks/webhook-failures.ts';
import { Attention } from './attention.tsx';
import { Chart } from './chart.tsx';
import { Figure } from './figure.tsx';
import {
  answeredShare,
  type CallFigures,
  changeOf,
  type Interval,
  intervalsOf,
  type Period,
  periodOf,
  successShare,
} from './summary.ts';

/** Milliseconds between two looks at the open and the latest calls, and at everything else. */
const LIVE_MS = 5_000;
const SLOW_MS = 60_000;

/** The latest calls that are shown. */
const LATEST = 8;

/** The dashboard. */
export default function OverviewPage() {
  const [search, setSearch] = useAddress();
  const time = timeOf(search, '7');
  const placeCall = usePlaceCall();
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
          <TimeRange time={time} onChange={setSearch} />
          <Button icon={PhoneOutgoing} className="primary" onClick={() => placeCall()}>
            Place a call
          </Button>
        </>
      }
    >
      <Attention />
      {latest.data?.items.length === 0 ? (
        <Empty title="No calls yet">
          <p>
            <Link to="/agents/$id" params={{ id: 'new' }}>
              Create an agent
            </Link>
            , talk to it in the browser, and place a call to your own phone.
          </p>
        </Empty>
      ) : (
        <>
          <Calls time={time} />
          <QueryState query={latest} what="the latest calls" lines={LATEST} />
          {latest.data && <LatestCalls calls={latest.data.items} />}
        </>
      )}
    </Page>
  );
}

/** The figures of a time by hour or day. */
const figuresOf = (by: Period['by'], { from, until }: { readonly from: number; readonly until?: number }) =>
  api.get('/v1/calls/figures', {
    query: {
      by,
      created_after: new Date(from).toISOString(),
      ...(until !== undefined && { created_before: new Date(until).toISOString() }),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });

/** The figures of the time and their change, and the chart. */
function Calls({ time }: { readonly time: Time }) {
  const now = () => {
    const { from = new Date().toISOString(), until } = rangeOf(time, Date.now());
    return periodOf(from, until, Date.now());
  };
  const calls = useQuery({
    queryKey: ['calls', 'figures', time],
    queryFn: async () => {
      const period = now();
      const figures = await figuresOf(period.by, period);
      return { period, figures, intervals: intervalsOf(period, figures) };
    },
    refetchInterval: SLOW_MS,
  });
  const before = useQuery({
    queryKey: ['calls', 'figures', time, 'before'],
    queryFn: () => figuresOf('day', now().before),
    refetchInterval: 10 * SLOW_MS,
  });
  const { data } = calls;
  return (
    <>
      <QueryState query={calls} what="the figures" lines={4} />
      {data && <Figures {...data} before={before.data?.total} />}
      {(before.data?.total.calls ?? 0) > 0 && (
        <p className="help compared">Compared with the time before, up to the same time of day.</p>
      )}
      <Section title="Calls over time" actions={<OpenCalls />}>
        {calls.isPending && <Loading what="calls" lines={6} />}
        {data?.figures.total.calls === 0 && <Empty title="No calls in this period" />}
        {data && data.figures.total.calls > 0 && <Chart intervals={data.intervals} />}
      </Section>
    </>
  );
}

/** The figures, their course and their change. */
function Figures({
  figures: { total: now, currency },
  intervals,
  before,
}: {
  readonly figures: CallFigures;
  readonly intervals: readonly Interval[];
  readonly before: CallFigures['total'] | undefined;
}) {
  type Read = (figures: CallFigures['total']) => number | undefined;
  const figure = (read: Read, show: (value: number) => string) => {
    const value = read(now);
    return {
      value: value === undefined ? '–' : show(value),
      change: changeOf(value, before && read(before)),
      course: intervals.map(({ figures }) => figures && read(figures)),
    };
  };
  const { response_time: response, success } = now;
  const feel = response && feelingOf(response.p50_ms);
  return (
    <div className="figures">
      <Figure name="Calls" {...figure(({ calls }) => calls, count)} />
      <Figure name="Answered" {...figure(answeredShare, percent)}>
        of completed calls
      </Figure>
      <Figure name="Success" {...figure(successShare, percent)}>
        {success.judged > 0 ? `of ${counted(success.judged, 'analyzed call')}` : 'no analyses yet'}
      </Figure>
      <Figure
        name="Response time"
        feel={feel}
        {...figure(({ response_time: one }) => one?.p50_ms, milliseconds)}
      >
        {response && feel ? `${FEELINGS[feel]} · p95 ${milliseconds(response.p95_ms)}` : 'no answers yet'}
      </Figure>
      <Figure name="Length" {...figure(({ seconds_p50: seconds }) => seconds, duration)}>
        median
      </Figure>
      <Figure
        name="Cost"
        {...figure(
          ({ total_cost: cost }) => cost,
          (cost) => money(cost, currency),
        )}
      >
        an estimate
      </Figure>
    </div>
  );
}

const OPEN = [
  ['in_progress', 'in progress'],
  ['not_started', 'queued'],
] as const;

/** Calls under way, as links to them. */
function OpenCalls() {
  const { data } = useQuery({
    queryKey: ['calls', 'open'],
    queryFn: () => Promise.all(OPEN.map(([status]) => callsPage({ status }, { size: 100 }))),
    refetchInterval: LIVE_MS,
  });
  return OPEN.map(([status, name], at) => {
    const page = data?.[at];
    return (
      page && (
        <Link key={status} to="/calls" search={{ status }} className="chip">
          {atLeast({ number: page.items.length, isCut: page.next !== undefined })} {name}
        </Link>
      )
    );
  });
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
          Contact: (call) => <ContactLink call={call} />,
          Agent: ({ agent: id }) => (
            <Link to="/agents/$id" params={{ id }}>
              <bdi className="cut">{names.get(id) ?? agentName({ id })}</bdi>
            </Link>
          ),
          Outcome: (call) => <Outcome call={call} />,
          Length: (call) => <Length call={call} />,
          When: ({ created_at: at }) => <RelativeTime at={at} />,
        }}
      />
    </Section>
  );
}
