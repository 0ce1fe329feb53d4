import { planRelease } from '../../agents/store/snapshots.ts';
import { deletionOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import { removalFromList } from '../../records/store/lists/write-to-lists.ts';
import { deletionNote } from '../../records/store/stamps.ts';
import { changeCounts } from '../../usage/store/open-calls.ts';
import { callKind, type StoredCall } from '../model/call.ts';
import { isFinal } from '../model/call-state.ts';
import { type CallKey, loadCall } from './calls.ts';
import { deleteRecording } from './recordings.ts';

export type CallDeletion = 'deleted' | 'unknown' | 'not_over';

/** Deletes a finished call with its snapshot and recording. `further` adds writes to the same transaction. */
export async function removeCall(
  table: Table,
  key: CallKey,
  further: (call: StoredCall) => readonly WriteItem[] = () => [],
): Promise<CallDeletion> {
  const { userId, callId } = key;
  const Key = recordKey(userId, 'call', callId);
  return attemptUntil(async () => {
    const call = await loadCall(table, key);
    if (!call) return 'unknown';
    if (!isFinal(call.status)) return 'not_over';
    // First: if this fails, the call still exists and the deletion can be retried.
    if (call.recording_sid !== undefined) await deleteRecording(key);
    const bytes = -((call.stored_bytes ?? 0) + (call.recording_bytes ?? 0));
    const { outcome } = await transactIf(table, [
      deletionOf(table, Key, {
        condition: 'attribute_exists(pk) AND recording_available = :available',
        values: { ':available': call.recording_available },
      }),
      ...deletionNote(table, Key),
      ...(await planRelease(table, call)),
      ...further(call),
      ...removalFromList(table, { userId, kind: callKind }, callId),
    ]);
    if (outcome !== 'done') return undefined;
    await changeCounts(table, { userId, bytes, stored: -1 });
    return 'deleted';
  });
}
