import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { firstPages } from '../../api/lists.ts';
import { timeOfDay } from '../../format/date-time.ts';
import { count } from '../../format/numbers.ts';
import { FaultNote } from '../../parts/query-state.tsx';
import { type DeliveryHour, hoursOf } from './grouped-deliveries.ts';
import { LIVE_MS } from './use-failures.ts';

/** Pages that are read: five hundred deliveries. */
const MOST_PAGES = 5;

const DAY_MS = 24 * 3_600_000;

const lastDayOf = (webhook: string) => ({
  queryKey: ['deliveries', 'last day', webhook],
  queryFn: () => {
    const from = new Date(Date.now() - DAY_MS).toISOString();
    return firstPages(
      (cursor) => {
        const query = { webhook, from, size: 100, cursor };
        return api.page('/v1/webhooks/deliveries/list', { query });
      },
      (_, pages) => pages >= MOST_PAGES,
    );
  },
  refetchInterval: LIVE_MS,
});

/** The kinds of a bar's parts, from below. */
const KINDS = ['delivered', 'retried', 'failed'] as const;

/** A bar for each of the last 24 hours: what was delivered, retried and given up. */
export function LastDay({ webhook }: { readonly webhook: string }) {
  const { data, error, refetch } = useQuery(lastDayOf(webhook));
  if (error) return <FaultNote error={error} onRetry={() => void refetch()} />;
  const hours = hoursOf(data?.items ?? [], Date.now());
  const most = Math.max(1, ...hours.map(totalOf));
  const sum = (kind: (typeof KINDS)[number]) => count(hours.reduce((all, hour) => all + hour[kind], 0));
  const said = KINDS.map((kind) => `${sum(kind)} ${kind}`).join(', ');
  return (
    <section className="last-day" aria-label="Last 24 hours">
      <p>
        <strong>Last 24 hours</strong> <span className="faint">{data ? said : '…'}</span>
        {data?.isCut && <span className="faint">; only the newest {count(data.items.length)} were read</span>}
      </p>
      <div className="bars" role="img" aria-label={`By hour: ${said}`}>
        {hours.map((hour) => (
          <div key={hour.beginsMs} title={titleOf(hour)}>
            {KINDS.map((kind) => (
              <span key={kind} className={kind} style={{ height: `${(100 * hour[kind]) / most}%` }} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

const totalOf = ({ delivered, retried, failed }: DeliveryHour) => delivered + retried + failed;

const titleOf = (hour: DeliveryHour) =>
  `${timeOfDay(new Date(hour.beginsMs).toISOString())}: ${KINDS.map((kind) => `${hour[kind]} ${kind}`).join(', ')}`;
