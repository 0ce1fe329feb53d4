import type { StoredCall } from '../../domain/calls/call.ts';
import { countCalls } from '../quotas/open-calls.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { transact } from '../table/retry.ts';
import type { Table } from '../table/table.ts';

/** Counts a due scheduled call among its user's open calls, once, unless it is over. Returns false if the user has too many. */
export async function startScheduled(table: Table, call: StoredCall, maxOpen?: number): Promise<boolean> {
  const { id, user_id: userId } = call;
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
  const written = await transact(table, [start, counting]);
  return written.outcome === 'done' || written.failedConditions[0] === true;
}
