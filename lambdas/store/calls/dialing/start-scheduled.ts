import type { StoredCall } from '../../../domain/calls/call.ts';
import { isFinal } from '../../../domain/calls/call-state.ts';
import { countCalls, roomLeft } from '../../quotas/count-calls.ts';
import { loadShards } from '../../quotas/open-calls.ts';
import { fieldUpdate } from '../../table/field-update.ts';
import { recordKey } from '../../table/keys.ts';
import { attemptUntil } from '../../table/retry.ts';
import type { Table } from '../../table/table.ts';
import { transactIf } from '../../table/write-if.ts';
import { getCall } from '../calls.ts';

/**
 * Counts a due scheduled call among its user's open calls, once, unless it is over, and moves its reconciliation to
 * `reconcileAt`. Returns false if the user has too many.
 */
export async function startScheduled(
  table: Table,
  call: StoredCall,
  { maxOpen, reconcileAt }: { readonly maxOpen?: number; readonly reconcileAt: Date },
): Promise<boolean> {
  const { id, user_id: userId } = call;
  const start = {
    Update: {
      TableName: table.name,
      Key: recordKey(userId, 'call', id),
      ...fieldUpdate({
        set: { counted: true, settle_at: reconcileAt.toISOString() },
        condition: '#status = :not_started AND attribute_not_exists(counted)',
        values: { ':not_started': 'not_started' },
      }),
    },
  };
  const wanted = { userId, calls: 1, scheduled: call.counted_as_scheduled ? -1 : 0, maxOpen };
  return attemptUntil(async () => {
    const known = await loadShards(table, userId);
    if (roomLeft(table, known, maxOpen).open < 1)
      return isStarted(await getCall(table, { userId, callId: id }));
    const written = await transactIf(table, [start, ...countCalls(table, known, wanted)]);
    if (written.outcome === 'done') return true;
    return written.outcome === 'refused' && written.failedConditions[0] ? true : undefined;
  });
}

const isStarted = (call: StoredCall | undefined) => !call || call.counted === true || isFinal(call.status);
