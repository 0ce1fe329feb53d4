import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCall } from '../domain/calls/call.ts';
import { holdsDialSlot, waitUntil } from '../domain/calls/dial-slot.ts';
import { undialledReconciliation } from '../reconciliation/times.ts';
import { environment } from '../runtime/environment.ts';
import { keepDialSlot } from '../store/calls/calls.ts';
import { takeDialSlot } from '../store/calls/dial-slots.ts';
import type { Table } from '../store/table/table.ts';

/**
 * Waits for a call's turn among the calls of its account. Gives undefined when it is to be dialled now, else after how many
 * seconds it is to come again; it keeps its turn meanwhile.
 */
export async function awaitDialSlot(
  call: StoredCall,
  { table, now }: { readonly table: Table; readonly now: () => Date },
): Promise<number | undefined> {
  const kept = call.dial_at === undefined ? undefined : new Date(call.dial_at);
  const turn = holdsDialSlot(kept, now()) ? kept : await takeTurn(call, table, now());
  const wait = waitUntil(turn, now());
  if ('onTheSpotMs' in wait) {
    await pause(wait.onTheSpotMs);
    return undefined;
  }
  if (turn !== kept) {
    const name = { userId: call.user_id, callId: call.id };
    await keepDialSlot(table, name, { dialAt: turn, reconcileAt: undialledReconciliation(turn) });
  }
  return wait.inQueueSeconds;
}

function takeTurn(call: StoredCall, table: Table, now: Date): Promise<Date> {
  const intervalMs = Math.ceil(1000 / Number(environment('CALLS_PER_SECOND')));
  return takeDialSlot(table, { account: call.telephony_account_connection, now, intervalMs });
}
