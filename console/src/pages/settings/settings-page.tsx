import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { messagesAt } from '../../api/fault.ts';
import { usage, usePages, withoutMissing } from '../../api/lists.ts';
import { count, counted, money } from '../../format/numbers.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Button } from '../../parts/controls.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { FaultNote, Loading, NextPage, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime, When, words } from '../../parts/values.tsx';
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
            {data.monthly_usage_limit_minutes !== null && ` of ${count(data.monthly_usage_limit_minutes)}`}.{' '}
            <CostOfMonth {...data.monthly_cost} />
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

/** What the calls of the month cost. */
const CostOfMonth = ({ total, currency, incomplete_calls: incomplete }: Schema<'UsageMonthlyCost'>) => (
  <>
    Cost: <strong>{money(total, currency)}</strong>, estimated for completed calls
    {incomplete > 0 && `; ${counted(incomplete, 'call')} with an incomplete cost`}.
  </>
);

type Kind = Schema<'AuditedKind'>;

/** Who changed what, and when. */
function AuditLog() {
  const [{ tab, kind, record }, setSearch] = useAddress();
  const document = useQuery(openapi);
  const kinds = (document.data?.components.schemas.AuditedKind?.enum ?? []) as readonly Kind[];
  const known = kinds.find((name) => name === kind);
  const { rows, ...entries } = usePages(
    ['audit', { kind: known, record }],
    (cursor) => api.page('/v1/audit', { query: withoutMissing({ kind: known, record, size: 50, cursor }) }),
    { enabled: kind === undefined || document.isFetched },
  );
  const faults = messagesAt(entries.error, 'record');
  return (
    <Section title="Audit log">
      <FilterBar
        filters={[
          { name: 'kind', label: 'Kind', options: kinds.map((name) => [name, words(name)]) },
          { name: 'record', label: 'Record id', faults },
        ]}
        values={{ kind, record }}
        onChange={(changed) => setSearch({ tab, ...changed })}
      />
      {entries.error && faults.length === 0 && (
        <FaultNote error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {entries.isPending && <Loading what="the log" />}
      {entries.isSuccess && rows.length === 0 && (
        <p className="faint">
          No change passes these filters. A change appears some moments after it was made.
        </p>
      )}
      {rows.length > 0 && (
        <Table
          label="Changes"
          rows={rows}
          columns={{
            When: ({ at }) => <RelativeTime at={at} />,
            What: (entry) => `${words(entry.kind)} ${entry.change}`,
            Record: ({ record_id: id }) => (
              <Button className="link" onClick={() => setSearch({ tab, kind, record: id })}>
                {id.slice(-12)}
              </Button>
            ),
            By: ({ by, token_id: token }) => (token ? `${by} ${token.slice(-8)}` : by),
            From: ({ ip_address: address }) => address ?? '–',
            Fields: ({ fields_after: fields }) => <bdi>{fields.join(', ')}</bdi>,
          }}
        />
      )}
      <NextPage query={entries}>Show earlier changes</NextPage>
    </Section>
  );
}
