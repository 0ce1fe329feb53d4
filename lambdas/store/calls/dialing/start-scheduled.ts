import type { StoredCall } from '../../../domain/calls/call.ts';
import { isFinal } from '../../../domain/calls/call-state.ts';
import { giveBack, isCountRefusal, reserveCalls } from '../../quotas/open-calls.ts';
import { updateItem } from '../../table/items.ts';
import { recordKey } from '../../table/keys.ts';
import type { Table } from '../../table/table.ts';
import { getCall } from '../calls.ts';

/** Counts a due scheduled call as open, once, and moves its reconciliation. Returns false if the user has too many. */
export async function startScheduled(
  table: Table,
  call: StoredCall,
  { maxOpen, reconcileAt }: { readonly maxOpen?: number; readonly reconcileAt: Date },
): Promise<boolean> {
  const { id, user_id: userId } = call;
  const wanted = {
    userId,
    calls: 1,
    scheduled: call.counted_as_scheduled ? -1 : 0,
    maxOpen,
    at: reconcileAt,
  };
  try {
    await reserveCalls(table, wanted);
  } catch (error) {
    if (!isCountRefusal(error)) throw error;
    return isStarted(await getCall(table, { userId, callId: id }));
  }
  const isNew = await updateItem(table, recordKey(userId, 'call', id), {
    set: { counted: true, settle_at: reconcileAt.toISOString() },
    condition: '#status = :not_started AND attribute_not_exists(counted)',
    values: { ':not_started': 'not_started' },
  });
  if (!isNew) await giveBack(table, wanted);
  return true;
}

const isStarted = (call: StoredCall | undefined) => !call || call.counted === true || isFinal(call.status);
