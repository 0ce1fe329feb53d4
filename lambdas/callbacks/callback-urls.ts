import { callbackKeyOf } from '../runtime/callback-keys.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import type { CallKey } from '../store/calls/calls.ts';

/** The kinds of callback of the telephony vendor. */
export type CallbackKind =
  | 'answer'
  | 'status'
  | 'relay-ended'
  | 'transfer-status'
  | 'transfer-ended'
  | 'machine-detection'
  | 'recording';

/** The route of one callback of a call. */
export const callbackPath = (kind: CallbackKind) =>
  `/telephony/calls/{user_id}/{call_id}/{key}/${kind}` as const;

/**
 * The URL of one callback of a call. The vendor signs it, so it is built from configuration and never from a request.
 * Its key proves that we gave it to the vendor, before anything is read.
 */
export async function callbackUrl(kind: CallbackKind, { userId, callId }: CallKey): Promise<string> {
  const key = await callbackKeyOf({ purpose: 'call', userId, recordId: callId });
  return `${readVariable(CALLBACK_BASE_URL)}/telephony/calls/${userId}/${callId}/${key}/${kind}`;
}
