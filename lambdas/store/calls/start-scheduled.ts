import type { StoredCall } from '../../domain/calls/call.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { attemptUntil, transact } from '../table/transaction.ts';
import { noteLateStart } from './late-starts.ts';
import { countCalls } from './open-calls.ts';

/** Brings a scheduled call whose time has come to its user's open ones, once; nothing for one that is over. False if there is no room. */
export async function startScheduled(
  table: Table,
  call: StoredCall,
  { now, maxOpen }: { readonly now: Date; readonly maxOpen?: number },
): Promise<boolean> {
  const { id, user_id: userId } = call;
  await noteLateStart(table, call, now);
  const start = {
    Update: {
      TableName: table.name,
      Key: recordKey(userId, 'call', id),
      ...fieldUpdate({
        set: { counted: true },
        condition: '#status = :not_started AND attribute_not_exists(counted)',
        values: { ':not_started': 'not_started' },
      }),
    },
  };
  const scheduled = call.counted_as_scheduled ? -1 : 0;
  const counting = countCalls(table, { userId, calls: 1, scheduled, maxOpen });
  return attemptUntil(async () => {
    const refusal = await transact(table, [start, counting]);
    if (!refusal || refusal.failedConditions[0]) return true;
    return refusal.failedConditions[1] ? false : undefined;
  });
}
