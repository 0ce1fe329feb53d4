import { transact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { timeOf } from '../../records/model/change-stamp.ts';
import { equal, type TakenPage, type TimeRange, takePage } from '../../records/store/lists/take-page.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { AUDIT_KEPT_SECONDS, type AuditEntry, type AuditedKind, auditEntry } from '../model/audit-entry.ts';
import { auditKey, recordAuditKey } from './keys.ts';

/** Maximum entries of one transaction; the transactions before a refused one are stored. */
export const MAX_ENTRIES = 12;

/** Stores entries in one transaction, each in the log of its user and of its record. Repeating it changes nothing. */
export async function putAuditEntries(table: Table, entries: readonly AuditEntry[]): Promise<void> {
  const puts = entries.flatMap(itemsOf).map((Item) => ({ Put: { TableName: table.name, Item } }));
  if (puts.length > 0) await transact(table, puts);
}

/** Records that a request uses a record at a cost, or sends its data. Written before the effect, which may fail. */
export async function recordUse(
  table: Table,
  {
    userId,
    kind,
    recordId,
  }: { readonly userId: string; readonly kind: AuditedKind; readonly recordId: string },
): Promise<void> {
  const { changed_by: stamp } = stampOf(table);
  if (!stamp) return;
  const entry: AuditEntry = {
    id: stamp.id,
    user_id: userId,
    at: timeOf(stamp).toISOString(),
    kind,
    record_id: recordId,
    change: 'used',
    by: stamp.by,
    operation: stamp.operation ?? null,
    token_id: stamp.token_id ?? null,
    ip_address: stamp.ip_address ?? null,
    request_id: stamp.request_id ?? null,
    fields_before: [],
    fields_after: [],
  };
  await putAuditEntries(table, [entry]);
}

function itemsOf(entry: AuditEntry): Record<string, unknown>[] {
  const { user_id, record_id, id } = entry;
  const expires_at = Math.floor(Date.parse(entry.at) / 1000) + AUDIT_KEPT_SECONDS;
  const keys = [auditKey(user_id, id), recordAuditKey(user_id, record_id, id)];
  return keys.map((key) => ({ ...key, ...entry, expires_at }));
}

export interface AuditSearch extends TimeRange {
  readonly recordId?: string | undefined;
  readonly kind?: AuditedKind | undefined;
  /** The id to continue after. @default from the newest */
  readonly after?: string | undefined;
  readonly size: number;
}

/** Up to `size` entries of a user, newest first; fewer with a `next` if few match the kind. */
export function findAuditEntries(
  table: Table,
  userId: string,
  { recordId, kind, from, until, after, size }: AuditSearch,
): Promise<TakenPage<AuditEntry>> {
  const scan = {
    keyOf: (id: string) =>
      recordId === undefined ? auditKey(userId, id) : recordAuditKey(userId, recordId, id),
    range: { from, until },
    after,
    where: equal({ kind }),
    parse: (item: unknown) => auditEntry.parse(item),
  };
  return takePage(table, scan, size);
}
