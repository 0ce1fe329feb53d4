import { useQuery } from '@tanstack/react-query';
import { usage } from '../../api/lists.ts';
import { count, counted, money } from '../../format/numbers.ts';
import { Meter } from '../../parts/meter.tsx';
import { FaultNote } from '../../parts/query-state.tsx';

/** Milliseconds between two reads. */
const SLOW_MS = 60_000;

/** What was used and spent in this month, in a line. */
export function Month() {
  const { data, error, refetch } = useQuery({ ...usage, refetchInterval: SLOW_MS });
  if (!data) return error ? <FaultNote error={error} onRetry={() => void refetch()} /> : null;
  const { monthly_usage_minutes_exact: used, monthly_usage_limit_minutes: limit, monthly_cost: cost } = data;
  return (
    <section className="month" aria-label="This month">
      <span>
        <strong>{count(used, 1)}</strong> min this month
        {limit !== null && ` of ${count(limit)}`} <Meter label="Minutes" used={used} limit={limit} />
      </span>
      <span>
        <strong>{money(cost.total, cost.currency)}</strong> this month, estimated for completed calls
        {cost.incomplete_calls > 0 && `; ${counted(cost.incomplete_calls, 'call')} with an incomplete cost`}
      </span>
    </section>
  );
}
