import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredCall } from '../../domain/calls/call.ts';
import { NO_TROUBLE, type ReconciledKind, type Trouble, trouble } from '../../domain/calls/reconciliation.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { kindPrefix, OPEN_CALLS_INDEX, OPEN_SHARDS, recordKey, userPartition } from '../table/keys.ts';
import { isWritten, sendUntilDecided } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

const KINDS: readonly ReconciledKind[] = ['call', 'number', 'purchase'];

/** A record that is due for reconciliation. */
export interface Overdue {
  readonly kind: ReconciledKind;
  readonly userId: string;
  readonly id: string;
  /** When it was due: ISO 8601, UTC. */
  readonly dueAt: string;
}

/** Items of a page of a shard. Each has about 250 bytes in the index. */
const PAGE = 100;

/** A page of the records that are due for reconciliation, longest due first: at most 100 of each shard of the index. */
export async function readOverdue(table: Table, now: Date): Promise<readonly Overdue[]> {
  const shards = await Promise.all(OPEN_SHARDS.map((open) => readShard(table, open, now)));
  return shards.flat().sort((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0));
}

async function readShard(table: Table, open: string, now: Date): Promise<Overdue[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: OPEN_CALLS_INDEX,
      KeyConditionExpression: '#open = :open AND settle_at <= :now',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':open': open, ':now': now.toISOString() },
      Limit: PAGE,
    }),
  );
  return Items.flatMap(overdueOf);
}

/** Pages of a shard that are counted at most: with the 16 shards, 112,000 records. */
const MAX_COUNTED = { pages: 7, page: 1000 };

/**
 * The number of records of a kind that were due for reconciliation before a time. It reads what it counts: half a read
 * unit for about 16 records. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Other.html
 */
export async function countDueBefore(table: Table, kind: ReconciledKind, time: Date): Promise<number> {
  const counts = await Promise.all(OPEN_SHARDS.map((open) => countShard(table, { open, kind, time })));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countShard(
  table: Table,
  { open, kind, time }: { readonly open: string; readonly kind: ReconciledKind; readonly time: Date },
): Promise<number> {
  let sum = 0;
  let start: Record<string, unknown> | undefined;
  for (let page = 0; page < MAX_COUNTED.pages; page++) {
    const { Count = 0, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: OPEN_CALLS_INDEX,
        Select: 'COUNT',
        KeyConditionExpression: '#open = :open AND settle_at <= :time',
        FilterExpression: 'begins_with(sk, :kind)',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':open': open, ':time': time.toISOString(), ':kind': kindPrefix(kind) },
        Limit: MAX_COUNTED.page,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    sum += Count;
    start = LastEvaluatedKey;
    if (!start) break;
  }
  return sum;
}

function overdueOf({ pk, sk, settle_at }: Record<string, unknown>): Overdue[] {
  const kind = KINDS.find((known) => String(sk).startsWith(kindPrefix(known)));
  const userId = String(pk).slice(userPartition('').length);
  if (!kind) return [];
  return [{ kind, userId, id: String(sk).slice(kindPrefix(kind).length), dueAt: String(settle_at) }];
}

/** A record taken for reconciliation: the stored item, and its consecutive failures. */
export interface Taken {
  readonly item: Readonly<Record<string, unknown>>;
  readonly trouble: Trouble;
}

/**
 * Takes a due record by postponing it to `until`, so that no other run takes it and it leaves the head of the index.
 * Returns undefined if another run took it or it changed. The update's return value costs no read:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html
 */
export async function takeOverdue(table: Table, due: Overdue, until: Date): Promise<Taken | undefined> {
  const written = await sendUntilDecided(() =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(due.userId, due.kind, due.id),
        ReturnValues: 'ALL_NEW',
        ...fieldUpdate({
          set: { settle_at: until.toISOString() },
          condition: 'settle_at = :due',
          values: { ':due': due.dueAt },
        }),
      }),
    ),
  );
  if (written.outcome === 'refused') return undefined;
  const { Attributes: item = {} } = written.output;
  return { item, trouble: trouble.safeParse(item.reconciliation).data ?? NO_TROUBLE };
}

/** Stores the failures of a record and its next reconciliation time, unless it changed meanwhile. */
export async function backOffFrom(
  table: Table,
  { kind, userId, id }: Overdue,
  { taken, next, after }: { readonly taken: Date; readonly next: Date; readonly after: Trouble },
): Promise<void> {
  const update = fieldUpdate({
    set: { settle_at: next.toISOString(), reconciliation: after },
    condition: 'settle_at = :taken',
    values: { ':taken': taken.toISOString() },
  });
  const Key = recordKey(userId, kind, id);
  await isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}

/** Moves the next reconciliation of a call, unless it is over, or its dialling began since it was read. */
export async function postponeReconciliation(
  table: Table,
  { user_id: userId, id, dialling_at }: Pick<StoredCall, 'user_id' | 'id' | 'dialling_at'>,
  until: Date,
): Promise<void> {
  const update = fieldUpdate({
    set: { settle_at: until.toISOString() },
    condition: `attribute_exists(settle_at)${dialling_at === undefined ? ' AND attribute_not_exists(dialling_at)' : ''}`,
  });
  const Key = recordKey(userId, 'call', id);
  await isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}

/** Resets the failures of a record after the vendor answered. */
export async function forgetTrouble(table: Table, { kind, userId, id }: Overdue): Promise<void> {
  const update = fieldUpdate({ remove: ['reconciliation'], condition: 'attribute_exists(pk)' });
  const Key = recordKey(userId, kind, id);
  await isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}
