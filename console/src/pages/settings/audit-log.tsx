import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, type Schema } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { messagesAt } from '../../api/fault.ts';
import { pagesOf, withoutMissing } from '../../api/lists.ts';
import { useAddress } from '../../parts/address.ts';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Button } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { FaultNote, Loading, NextPage } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { RelativeTime, words } from '../../parts/values.tsx';

type Kind = Schema<'AuditedKind'>;

/** Who changed what, and when. */
export function AuditLog() {
  const [{ tab, kind, record }, setSearch] = useAddress();
  const document = useQuery(openapi);
  const kinds = (document.data?.components.schemas.AuditedKind?.enum ?? []) as readonly Kind[];
  const entries = useInfiniteQuery({
    ...auditOf(
      kinds.find((name) => name === kind),
      record,
    ),
    enabled: kind === undefined || document.isFetched,
  });
  const faults = messagesAt(entries.error, 'record');
  const rows = entries.data?.pages.flatMap(({ items }) => items) ?? [];
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

function auditOf(kind: Kind | undefined, record: string | undefined) {
  return pagesOf<Schema<'AuditEntry'>>(['audit', { kind, record }], (cursor) => {
    const query = withoutMissing({ kind, record, size: 50, cursor });
    return api.page('/v1/audit', { query });
  });
}
