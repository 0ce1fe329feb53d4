import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { usage } from '../../api/lists.ts';
import { count } from '../../format/numbers.ts';
import { Meter } from '../../parts/meter.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { When, words } from '../../parts/values.tsx';
import { AuditLog } from './audit-log.tsx';
import { Consents } from './consents.tsx';
import { DoNotCallList } from './do-not-call-list.tsx';
import { Tokens } from './tokens.tsx';

const PARTS = [
  ['tokens', 'Tokens and sessions', Tokens],
  ['do-not-call', 'Do-not-call list', DoNotCallList],
  ['consents', 'Consents', Consents],
  ['audit', 'Audit log', AuditLog],
  ['quotas', 'Quotas', Quotas],
] as const;

/** What concerns the whole account. The address says which part is open. */
export default function SettingsPage() {
  const { tab } = useSearch({ from: '/frame/settings' });
  const [open, , Part] = PARTS.find(([key]) => key === tab) ?? PARTS[0];
  return (
    <Page title="Settings">
      <nav className="tabs" aria-label="Parts of the settings">
        {PARTS.map(([key, name]) => (
          <Link
            key={key}
            to="/settings"
            search={{ tab: key }}
            aria-current={key === open ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
        <Link to="/connections">Connections</Link>
      </nav>
      <Part />
    </Page>
  );
}

/** Quotas, their usage, and when they reset. */
function Quotas() {
  const quotas = useQuery(usage);
  const { data } = quotas;
  return (
    <Section title="Quotas">
      <QueryState query={quotas} what="quotas" />
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
