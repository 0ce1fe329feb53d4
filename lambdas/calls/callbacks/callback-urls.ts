import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { RECORD_CALLS } from '../../platform/variables/settings.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { callbackKeyOf } from '../../vendors/telephony/callback-keys.ts';
import { withRetries } from '../../vendors/telephony/retries.ts';
import type { StoredCall } from '../model/call.ts';
import { isRecorded } from '../model/recording.ts';
import type { CallKey } from '../store/calls.ts';

export type CallbackKind =
  | 'answer'
  | 'status'
  | 'relay-ended'
  | 'transfer-status'
  | 'transfer-ended'
  | 'transfer-whisper'
  | 'transfer-key'
  | 'machine-detection'
  | 'recording';

export const callbackPath = (kind: CallbackKind) =>
  `/telephony/calls/{user_id}/{call_id}/{key}/${kind}` as const;

/**
 * The URL of one callback of a call, with the retries that the vendor is to make. The vendor signs it, so it is built
 * from configuration and never from a request. Its key proves that the service issued it, before anything is read.
 * `attempt` is the place of an attempt to transfer the call.
 */
export async function callbackUrl(
  kind: CallbackKind,
  { userId, callId }: CallKey,
  attempt?: number,
): Promise<string> {
  const key = await callbackKeyOf({ purpose: 'call', userId, recordId: callId });
  const query = attempt === undefined ? '' : `?attempt=${attempt}`;
  return withRetries(
    `${readVariable(CALLBACK_BASE_URL)}/telephony/calls/${userId}/${callId}/${key}/${kind}${query}`,
  );
}

/** The URL of a call's recording callback. Returns undefined if the call is not recorded. */
export async function recordingUrlOf(call: StoredCall): Promise<string | undefined> {
  if (!isRecorded(call, readVariable(RECORD_CALLS))) return undefined;
  return callbackUrl('recording', { userId: call.user_id, callId: call.id });
}
