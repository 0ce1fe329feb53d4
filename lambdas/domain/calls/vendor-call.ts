import type { StoredCall } from './call.ts';

/**
 * Whether a callback with this vendor id may belong to the call. A call that was never dialled has no callbacks, and
 * once the id is known, only that id is accepted.
 */
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
