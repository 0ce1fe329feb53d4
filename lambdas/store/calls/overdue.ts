import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { NO_TROUBLE, type ReconciledKind, type Trouble, trouble } from '../../domain/calls/reconciliation.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { kindPrefix, OPEN_CALLS, OPEN_CALLS_INDEX, recordKey, userPartition } from '../table/keys.ts';
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

/** Items of a page; each has about 200 bytes in the index. */
const PAGE = 1000;

/** The records that are due for reconciliation, longest due first, one page at a time. */
export async function* pagesOfOverdue(table: Table, now: Date): AsyncGenerator<Overdue[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: OPEN_CALLS_INDEX,
        KeyConditionExpression: '#open = :open AND settle_at <= :now',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':open': OPEN_CALLS, ':now': now.toISOString() },
        Limit: PAGE,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield Items.flatMap(overdueOf);
    start = LastEvaluatedKey;
  } while (start);
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

/** Postpones the next reconciliation of a record, unless it is over. */
export async function postponeReconciliation(
  table: Table,
  { kind, userId, id }: Omit<Overdue, 'dueAt'>,
  until: Date,
): Promise<void> {
  const update = fieldUpdate({
    set: { settle_at: until.toISOString() },
    condition: 'attribute_exists(settle_at)',
  });
  const Key = recordKey(userId, kind, id);
  await isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}

/** Resets the failures of a record after the vendor answered. */
export async function forgetTrouble(table: Table, { kind, userId, id }: Overdue): Promise<void> {
  const update = fieldUpdate({ remove: ['reconciliation'], condition: 'attribute_exists(pk)' });
  const Key = recordKey(userId, kind, id);
  await isWritten(() => table.client.send(new UpdateCommand({ TableName: table.name, Key, ...update })));
}
