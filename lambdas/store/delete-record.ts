import { recordKey } from './keys.ts';
import { planRemoval } from './listing-changes.ts';
import { attemptUntil, transact } from './listing-transaction.ts';
import type { RecordName } from './records.ts';
import type { Table } from './table.ts';

/** Takes a user's record away, and out of its list; false when the user has none with this id. */
export async function deleteRecord(table: Table, userId: string, { kind, id }: RecordName): Promise<boolean> {
  return attemptUntil(async () => {
    const refusal = await transact(table, [
      {
        Delete: {
          TableName: table.name,
          Key: recordKey(userId, kind, id),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      ...(await planRemoval(table, { userId, kind }, id)),
    ]);
    if (!refusal) return true;
    return refusal.failedConditions[0] ? false : undefined;
  });
}
