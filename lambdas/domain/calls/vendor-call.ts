import type { StoredCall } from './call.ts';

/** Whether a callback may belong to the call: a call that was never dialled has none. */
export function isVendorCallOf(
  { telephony_id, dialling_at }: Pick<StoredCall, 'telephony_id' | 'dialling_at'>,
  sid: string | undefined,
): sid is string {
  if (sid === undefined || sid === '') return false;
  return telephony_id === undefined ? dialling_at !== undefined : telephony_id === sid;
}

/** The same for callbacks of a conversation or a transfer, which only an answered call has. */
export function isAnsweredVendorCallOf(
  call: Pick<StoredCall, 'telephony_id' | 'dialling_at' | 'status'>,
  sid: string | undefined,
): boolean {
  return call.status === 'in_progress' && isVendorCallOf(call, sid);
}
