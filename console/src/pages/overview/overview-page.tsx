import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Schema } from '../../api/client.ts';
import { callsPage, usage } from '../../api/lists.ts';
import { duration, milliseconds, secondsBetween } from '../../format/duration.ts';
import { count, money, percent, percentile } from '../../format/numbers.ts';
import { Empty, Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { words } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { beginningsOf, resultOf, seriesOf, silenceOf } from './summary.ts';
import { Tile } from './tile.tsx';

const Chart = lazy(() => import('./chart.tsx'));

/** Calls that the overview reads: five pages. */
const MOST_PAGES = 5;

/** Milliseconds between two looks at the open calls, and at everything else. */
const LIVE_MS = 5_000;
const SLOW_MS = 60_000;

/** The state of everything in one look. */
export default function OverviewPage() {
  const { days: chosen } = useSearch({ from: '/frame/' });
  const days = chosen === '7' || chosen === '30' ? Number(chosen) : 1;
  const calls = useQuery({
    queryKey: ['calls', 'overview', days],
    queryFn: () => recentCalls(days),
    refetchInterval: SLOW_MS,
  });
  return (
    <Page title="Overview" name="Overview" actions={<Days days={days} />}>
      <div className="tiles">
        <OpenCalls />
        <CallTiles calls={calls.data?.calls ?? []} isCut={calls.data?.since !== undefined} />
        <Month />
      </div>
      <FailingWebhooks />
      <Section title={`Calls of the last ${days === 1 ? '24 hours' : `${days} days`}`}>
        {calls.error && <FaultNote error={calls.error} onRetry={() => void calls.refetch()} />}
        {calls.isPending && <Loading what="calls" />}
        {calls.data && calls.data.calls.length === 0 && (
          <Empty title="No calls in this time">
            <p>
              Place one with <code>npm run call</code> on this machine, or <code>POST /v1/calls/create</code>.
            </p>
          </Empty>
        )}
        {calls.data && calls.data.calls.length > 0 && (
          <Suspense fallback={<Loading what="the chart" />}>
            <Chart series={seriesOf(calls.data.calls, calls.data.beginnings, calls.data.since)} />
          </Suspense>
        )}
        {calls.data?.since !== undefined && (
          <p className="help">
            Only the newest {count(calls.data.calls.length)} calls of this time were read, those since{' '}
            <When at={new Date(calls.data.since).toISOString()} />: the chart and the figures above are of
            them.
          </p>
        )}
      </Section>
    </Page>
  );
}

/** The newest calls of this many days. `since`: when the oldest of them was created, if older ones were not read. */
async function recentCalls(days: number) {
  const beginnings =
    days === 1 ? beginningsOf(24, Date.now(), 'hour') : beginningsOf(days, Date.now(), 'day');
  const created_after = new Date((beginnings[0] ?? 0) - 1).toISOString();
  const calls: Schema<'ListedCall'>[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await callsPage({ created_after }, { cursor });
    calls.push(...items);
    cursor = next;
    if (cursor === undefined) break;
  }
  const oldest = cursor === undefined ? undefined : calls.at(-1);
  return { calls, beginnings, since: oldest && Date.parse(oldest.created_at) };
}

function Days({ days }: { readonly days: number }) {
  const navigate = useNavigate();
  return (
    <select
      aria-label="Time"
      value={days}
      onChange={({ target }) =>
        navigate({ to: '/', search: target.value === '1' ? {} : { days: target.value } })
      }
    >
      <option value="1">24 hours</option>
      <option value="7">7 days</option>
      <option value="30">30 days</option>
    </select>
  );
}

function OpenCalls() {
  const open = useQuery({
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
  return (
    <Tile name="Open calls now" value={open.data?.talking ?? (open.error ? '–' : '…')}>
      {open.error ? (
        <FaultNote error={open.error} onRetry={() => void open.refetch()} />
      ) : (
        <>
          <Link to="/calls" search={{ status: 'in_progress' }}>
            talking
          </Link>
          {open.data && (
            <>
              , {open.data.waiting}{' '}
              <Link to="/calls" search={{ status: 'not_started' }}>
                waiting
              </Link>
            </>
          )}
        </>
      )}
    </Tile>
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

function CallTiles({
  calls,
  isCut,
}: {
  readonly calls: readonly Schema<'ListedCall'>[];
  /** Whether older calls of the time were not read. */
  readonly isCut: boolean;
}) {
  const newest = isCut ? 'the newest ' : '';
  const over = calls.map(resultOf).filter((result) => result !== 'open');
  const answered = over.filter((result) => result === 'answered').length;
  const lengths = calls.flatMap(({ start_time: start, end_time: end }) => secondsBetween(start, end) ?? []);
  const median = percentile(lengths, 0.5);
  const silence = silenceOf(calls);
  return (
    <>
      <Tile name="Answered" value={over.length > 0 ? percent(answered / over.length) : '–'}>
        {count(answered)} of {newest}
        {count(over.length)} calls
      </Tile>
      <Tile name="Length of a call" value={median === undefined ? '–' : duration(median)}>
        median, of {newest}
        {count(lengths.length)} calls
      </Tile>
      <Tile name="Silence before answers" value={silence ? milliseconds(silence.p50) : '–'}>
        {silence
          ? `p95 ${milliseconds(silence.p95)}; medians of ${newest}${count(silence.calls)} calls`
          : 'no agent answered'}
      </Tile>
    </>
  );
}

/** What was used and spent in this month. */
function Month() {
  const { data, error, refetch } = useQuery({ ...usage, refetchInterval: SLOW_MS });
  const fault = error && <FaultNote error={error} onRetry={() => void refetch()} />;
  if (!data) {
    const unknown = error ? '–' : '…';
    return (
      <>
        <Tile name="Minutes this month" value={unknown}>
          {fault}
        </Tile>
        <Tile name="Cost this month" value={unknown} />
      </>
    );
  }
  const { monthly_usage_minutes_exact: used, monthly_usage_limit_minutes: limit, monthly_cost: cost } = data;
  const near = data.quotas.filter((quota) => quota.limit !== null && quota.used >= quota.limit * 0.8);
  return (
    <>
      <Tile name="Minutes this month" value={count(used, 1)}>
        {limit === null ? 'no limit' : `of ${count(limit)}`}{' '}
        <Meter label="Minutes" used={used} limit={limit} />
        {near.map(({ name, used: spent, limit: most }) => (
          <p key={name}>
            {words(name)}: {count(spent)} of {count(most ?? 0)} today
          </p>
        ))}
        {fault}
      </Tile>
      <Tile name="Cost this month" value={money(cost.total, cost.currency)}>
        an estimate, of calls that are over
        {cost.incomplete_calls > 0 && `; ${count(cost.incomplete_calls)} have an incomplete cost`}
      </Tile>
    </>
  );
}
