import type { StoredCall } from '../domain/calls/call.ts';
import { callbackKeyOf } from '../runtime/callback-keys.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { RECORD_CALLS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import type { CallKey } from '../store/calls/calls.ts';
import { withRetries } from '../telephony/retries.ts';

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
export async function recordingUrlOf({
  id,
  user_id,
  hipaa_compliant,
}: StoredCall): Promise<string | undefined> {
  if (!readVariable(RECORD_CALLS) || hipaa_compliant) return undefined;
  return callbackUrl('recording', { userId: user_id, callId: id });
}
