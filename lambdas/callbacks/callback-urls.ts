import { environment } from '../runtime/environment.ts';
import type { CallKey } from '../store/calls/calls.ts';

/** What the telephony vendor calls us for. */
export type CallbackKind =
  | 'answer'
  | 'status'
  | 'relay-ended'
  | 'transfer-status'
  | 'transfer-ended'
  | 'machine-detection'
  | 'recording';

/** Our URL for one callback of a call: what is signed, so it is built from configuration and never from a request. */
export function callbackUrl(kind: CallbackKind, { userId, callId }: CallKey): string {
  return `${environment('CALLBACK_BASE_URL')}/telephony/calls/${userId}/${callId}/${kind}`;
}
