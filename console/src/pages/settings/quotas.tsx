import { useQuery } from '@tanstack/react-query';
import { usage } from '../../api/lists.ts';
import { count } from '../../format/numbers.ts';
import { Meter } from '../../parts/meter.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote, Loading } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { When, words } from '../../parts/values.tsx';

/** Quotas, their usage, and when they reset. */
export function Quotas() {
  const { data, error, isPending, refetch } = useQuery(usage);
  return (
    <Section title="Quotas">
      {error && <FaultNote error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading what="quotas" />}
      {data && (
        <>
          <p>
            Plan {words(data.plan_type.replace('plan_', ''))}: {count(data.monthly_usage_minutes_exact, 1)}{' '}
            call minutes this month
            {data.monthly_usage_limit_minutes !== null && ` of ${count(data.monthly_usage_limit_minutes)}`}.
          </p>
          <Table
            label="Quotas"
            rows={data.quotas}
            keyOf={({ name }) => name}
            columns={{
              Quota: ({ name }) => words(name),
              Used: ({ name, used, limit }) => (
                <>
                  <Meter label={words(name)} used={used} limit={limit} /> {count(used)}
                </>
              ),
              Limit: ({ limit }) => (limit === null ? 'none' : count(limit)),
              Resets: ({ resets_at: at }) => <When at={at} />,
            }}
          />
        </>
      )}
    </Section>
  );
}
