import type { StoredCall } from './call.ts';

/**
 * Whether the vendor may tell news of a call under this id of its own. The call was dialled, or came in; once the vendor's id of it
 * is known, no other counts. News of a call that was never dialled is made up.
 */
export function isVendorCallOf(
  { telephony_id, dialling_at }: Pick<StoredCall, 'telephony_id' | 'dialling_at'>,
  sid: string | undefined,
): sid is string {
  if (sid === undefined || sid === '') return false;
  return telephony_id === undefined ? dialling_at !== undefined : telephony_id === sid;
}

/** The same for news of a conversation or a transfer: there is none before the call was answered. */
export function isAnsweredVendorCallOf(
  call: Pick<StoredCall, 'telephony_id' | 'dialling_at' | 'status'>,
  sid: string | undefined,
): boolean {
  return call.status === 'in_progress' && isVendorCallOf(call, sid);
}
