import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredNumber } from '../../domain/records/number.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { OPEN_CALLS, recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { applied } from '../table/write-if.ts';

/** From now on it is to be settled with the vendor what becomes of the calls to a number. */
export async function reconcileFrom(table: Table, { user_id, id }: StoredNumber, now: Date): Promise<void> {
  await applied(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(user_id, 'number', id),
        ...fieldUpdate({
          set: { settle_at: now.toISOString(), open: OPEN_CALLS },
          condition: 'attribute_exists(pk)',
        }),
      }),
    ),
  );
}

/** The number was settled with the vendor as it was read: nothing is left to be, unless it was changed meanwhile. */
export async function finishReconciliation(
  table: Table,
  { user_id, id, settle_at }: StoredNumber,
): Promise<void> {
  if (settle_at === undefined) return;
  await applied(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recordKey(user_id, 'number', id),
        ...fieldUpdate({
          remove: ['settle_at', 'open', 'reconciliation'],
          condition: 'settle_at = :read',
          values: { ':read': settle_at },
        }),
      }),
    ),
  );
}
