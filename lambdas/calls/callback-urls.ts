import { readVariable } from '../platform/variables/variable.ts';
import { callUrlOf } from '../vendors/telephony/callback-keys.ts';
import type { StoredCall } from './model/call.ts';
import { isRecorded } from './model/recording.ts';
import { recordings } from './model/settings.ts';
import type { CallKey } from './store/calls.ts';

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

/** The URL of one callback of a call: see callUrlOf. */
export const callbackUrl = (kind: CallbackKind, key: CallKey, attempt?: number): Promise<string> =>
  callUrlOf(kind, key, attempt);

/** The URL of a call's recording callback. Returns undefined if the call is not recorded. */
export async function recordingUrlOf(call: StoredCall): Promise<string | undefined> {
  if (!isRecorded(call, readVariable(recordings.enabled))) return undefined;
  return callbackUrl('recording', { userId: call.user_id, callId: call.id });
}
