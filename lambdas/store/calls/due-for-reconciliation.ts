import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { fieldUpdate } from '../table/field-update.ts';
import { kindPrefix, OPEN_CALLS, OPEN_CALLS_INDEX, recordKey, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { applied } from '../table/write-if.ts';

const KINDS = ['call', 'number', 'purchase'] as const;

/** Something that is to be settled. */
export interface DueRecord {
  readonly kind: (typeof KINDS)[number];
  readonly userId: string;
  readonly id: string;
}

/** Up to 100 calls, purchases and numbers that are not settled and whose time to be settled has come, the longest due first. */
export async function listDueForReconciliation(table: Table, now: Date): Promise<DueRecord[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: OPEN_CALLS_INDEX,
      KeyConditionExpression: '#open = :open AND settle_at <= :now',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':open': OPEN_CALLS, ':now': now.toISOString() },
      Limit: 100,
    }),
  );
  return (Items ?? []).flatMap(({ pk, sk }) => {
    const kind = KINDS.find((known) => String(sk).startsWith(kindPrefix(known)));
    const userId = String(pk).slice(userPartition('').length);
    return kind ? [{ kind, userId, id: String(sk).slice(kindPrefix(kind).length) }] : [];
  });
}

/** Puts off when something is next settled; nothing for what is settled. */
export async function postponeReconciliation(
  table: Table,
  { kind, userId, id }: DueRecord,
  reconcileAt: Date,
): Promise<void> {
  const set = { settle_at: reconcileAt.toISOString() };
  const update = fieldUpdate({ set, condition: 'attribute_exists(settle_at)' });
  await applied(
    table.client.send(
      new UpdateCommand({ TableName: table.name, Key: recordKey(userId, kind, id), ...update }),
    ),
  );
}
