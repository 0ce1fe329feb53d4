import { isFinal } from '../../domain/calls/call-state.ts';
import { forgetRequestOf } from '../../domain/events/delivery-request.ts';
import { planRemoval } from '../lists/changes.ts';
import { changeCounts } from '../quotas/open-calls.ts';
import { recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { transactIf } from '../table/write-if.ts';
import { requestPut } from '../webhooks/delivery-requests.ts';
import { type CallKey, getCall } from './calls.ts';
import { deleteRecording } from './recordings.ts';

/** What became of a deletion: the user has no such call, or it is not over and stays. */
export type CallDeletion = 'deleted' | 'unknown' | 'not_over';

/**
 * Takes a call that is over away with its recording, and out of its user's list, and asks that what its deliveries tell be
 * forgotten. Its conversation goes by itself, as those of all calls do. A recording that is just being taken over goes with who does
 * that and finds no call.
 */
export async function deleteCall(
  table: Table,
  key: CallKey,
  request: { readonly requestId: string; readonly now: Date },
): Promise<CallDeletion> {
  const { userId, callId } = key;
  return attemptUntil(async () => {
    const call = await getCall(table, key);
    if (!call) return 'unknown';
    // What is over stays so.
    if (!isFinal(call.status)) return 'not_over';
    // First: when this breaks off, the call is still there for another attempt.
    if (call.recording_sid !== undefined) await deleteRecording(key);
    const forget = forgetRequestOf(call, request);
    const bytes = -((call.stored_bytes ?? 0) + (call.recording_bytes ?? 0));
    const { outcome } = await transactIf(table, [
      {
        Delete: {
          TableName: table.name,
          Key: recordKey(userId, 'call', callId),
          ConditionExpression: 'attribute_exists(pk) AND recording_available = :available',
          ExpressionAttributeValues: { ':available': call.recording_available },
        },
      },
      changeCounts(table, { userId, bytes }),
      ...(forget ? [{ Put: requestPut(table, forget) }] : []),
      ...(await planRemoval(table, { userId, kind: 'call' }, callId)),
    ]);
    return outcome === 'done' ? 'deleted' : undefined;
  });
}
