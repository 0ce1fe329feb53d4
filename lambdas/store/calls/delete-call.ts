import { isFinal } from '../../domain/calls/call-state.ts';
import { forgetRequestOf } from '../../domain/events/delivery-request.ts';
import { deletionNote } from '../audit/stamps.ts';
import { removalFromList } from '../lists/changes.ts';
import { changeCounts } from '../quotas/open-calls.ts';
import { planRelease } from '../snapshots/snapshots.ts';
import { deletionOf } from '../table/items.ts';
import { recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { transactIf } from '../table/write-if.ts';
import { requestPut } from '../webhooks/delivery-requests.ts';
import { type CallKey, getCall } from './calls.ts';
import { deleteRecording } from './recordings.ts';

export type CallDeletion = 'deleted' | 'unknown' | 'not_over';

/** Deletes a finished call with its snapshot and recording, and requests the erasure of its data from deliveries. */
export async function deleteCall(
  table: Table,
  key: CallKey,
  request: { readonly requestId: string; readonly now: Date },
): Promise<CallDeletion> {
  const { userId, callId } = key;
  const Key = recordKey(userId, 'call', callId);
  return attemptUntil(async () => {
    const call = await getCall(table, key);
    if (!call) return 'unknown';
    if (!isFinal(call.status)) return 'not_over';
    // First: if this fails, the call still exists and the deletion can be retried.
    if (call.recording_sid !== undefined) await deleteRecording(key);
    const forget = forgetRequestOf(call, request);
    const bytes = -((call.stored_bytes ?? 0) + (call.recording_bytes ?? 0));
    const { outcome } = await transactIf(table, [
      deletionOf(table, Key, {
        condition: 'attribute_exists(pk) AND recording_available = :available',
        values: { ':available': call.recording_available },
      }),
      ...deletionNote(table, Key),
      ...(await planRelease(table, call)),
      ...(forget ? [{ Put: requestPut(table, forget) }] : []),
      ...removalFromList(table, { userId, kind: 'call' }, callId),
    ]);
    if (outcome !== 'done') return undefined;
    await changeCounts(table, { userId, bytes, stored: -1 });
    return 'deleted';
  });
}
