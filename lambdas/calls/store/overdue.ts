import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { updatedItem, updateItem } from '../../platform/table/items.ts';
import { kindPrefix, recordKey, userPartition } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { OPEN_CALLS_INDEX, OPEN_SHARDS } from '../../usage/store/keys.ts';
import type { StoredCall } from '../model/call.ts';
import {
  NO_FAILURES,
  type ReconciledKind,
  type VendorFailures,
  vendorFailures,
} from '../model/reconciliation.ts';

const KINDS: readonly ReconciledKind[] = ['call', 'number', 'purchase'];

export interface Overdue {
  readonly kind: ReconciledKind;
  readonly userId: string;
  readonly id: string;
  /** When it was due: ISO 8601, UTC. */
  readonly dueAt: string;
}

const PAGE = 100;

/** A page of the records that are due for reconciliation, longest due first: at most 100 of each shard of the index. */
export async function readOverdue(table: Table, now: Date): Promise<readonly Overdue[]> {
  const shards = await Promise.all(OPEN_SHARDS.map((open) => readShard(table, open, now)));
  return shards.flat().sort((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0));
}

async function readShard(table: Table, open: string, now: Date): Promise<Overdue[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      ...dueBefore(table, open, now),
      Limit: PAGE,
    }),
  );
  return Items.flatMap(overdueOf);
}

const dueBefore = (table: Table, open: string, time: Date) => ({
  TableName: table.name,
  IndexName: OPEN_CALLS_INDEX,
  KeyConditionExpression: '#open = :open AND reconcile_at <= :time',
  ExpressionAttributeNames: { '#open': 'open' },
  ExpressionAttributeValues: { ':open': open, ':time': time.toISOString() },
});

/** The number of due records of a kind; beyond a megabyte a shard, some 60,000 records in all, they are not counted. */
export async function countDueBefore(table: Table, kind: ReconciledKind, time: Date): Promise<number> {
  const counts = await Promise.all(OPEN_SHARDS.map((open) => countShard(table, { open, kind, time })));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countShard(
  table: Table,
  { open, kind, time }: { readonly open: string; readonly kind: ReconciledKind; readonly time: Date },
): Promise<number> {
  const { Count = 0 } = await table.client.send(
    new QueryCommand({
      ...dueBefore(table, open, time),
      Select: 'COUNT',
      FilterExpression: 'begins_with(sk, :kind)',
      ExpressionAttributeValues: { ':open': open, ':time': time.toISOString(), ':kind': kindPrefix(kind) },
    }),
  );
  return Count;
}

function overdueOf({ pk, sk, reconcile_at }: Record<string, unknown>): Overdue[] {
  const kind = KINDS.find((each) => String(sk).startsWith(kindPrefix(each)));
  const userId = String(pk).slice(userPartition('').length);
  if (!kind) return [];
  return [{ kind, userId, id: String(sk).slice(kindPrefix(kind).length), dueAt: String(reconcile_at) }];
}

export interface TakenRecord {
  readonly item: Readonly<Record<string, unknown>>;
  readonly vendorFailures: VendorFailures;
}

/** Takes a due record by postponing it, so that no other run takes it. Returns undefined if another one did. */
export async function takeOverdue(table: Table, due: Overdue, until: Date): Promise<TakenRecord | undefined> {
  const item = await updatedItem(table, recordKey(due.userId, due.kind, due.id), {
    set: { reconcile_at: until.toISOString() },
    condition: 'reconcile_at = :due',
    values: { ':due': due.dueAt },
  });
  return item && { item, vendorFailures: vendorFailures.safeParse(item.reconciliation).data ?? NO_FAILURES };
}

/** Stores the failures of a record and its next reconciliation time, unless it changed meanwhile. */
export async function backOffFrom(
  table: Table,
  { kind, userId, id }: Overdue,
  { taken, next, after }: { readonly taken: Date; readonly next: Date; readonly after: VendorFailures },
): Promise<void> {
  await updateItem(table, recordKey(userId, kind, id), {
    set: { reconcile_at: next.toISOString(), reconciliation: after },
    condition: 'reconcile_at = :taken',
    values: { ':taken': taken.toISOString() },
  });
}

/** Moves the next reconciliation of a call, unless it is over, or its dialing began since it was read. */
export async function postponeReconciliation(
  table: Table,
  { user_id: userId, id, dialing_at }: Pick<StoredCall, 'user_id' | 'id' | 'dialing_at'>,
  until: Date,
): Promise<void> {
  await updateItem(table, recordKey(userId, 'call', id), {
    set: { reconcile_at: until.toISOString() },
    condition: `attribute_exists(reconcile_at)${dialing_at === undefined ? ' AND attribute_not_exists(dialing_at)' : ''}`,
  });
}

export async function clearFailures(table: Table, { kind, userId, id }: Overdue): Promise<void> {
  const update = { remove: ['reconciliation'], condition: 'attribute_exists(pk)' };
  await updateItem(table, recordKey(userId, kind, id), update);
}
