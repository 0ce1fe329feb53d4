import type { StoredCall } from '../domain/calls/call.ts';
import { isWaiting } from '../store/calls/dialing/dial-queue.ts';
import { endOfDialSlots } from '../store/calls/dialing/dial-slots.ts';
import type { Table } from '../store/table/table.ts';
import { undialledReconciliation } from './times.ts';

/**
 * Until when a call that was not dialled is on time. Its message may still arrive; or it waits in its account's queue,
 * whose slots extend that far. Returns undefined if nothing will dial it.
 */
export async function waitsToBeDialled(
  table: Table,
  { call, now }: { readonly call: StoredCall; readonly now: Date },
): Promise<Date | undefined> {
  const { telephony_account_connection: account, dial_tag: tag, user_id: userId, id: callId } = call;
  if (tag === undefined) {
    const latest = undialledReconciliation(new Date(call.scheduled_at ?? call.created_at));
    return latest > now ? latest : undefined;
  }
  if (!(await isWaiting(table, { account, tag, userId, callId }))) return undefined;
  const end = await endOfDialSlots(table, account);
  const until = end && undialledReconciliation(end);
  return until && until.getTime() > now.getTime() ? until : undefined;
}
