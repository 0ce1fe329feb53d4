import type { CallStatus, StoredCall } from './call.ts';

/** Each transition with its prior states, which the write has as its condition: late causes change nothing. */
export const transitions = {
  connect: { to: 'in_progress', from: ['not_started'] },
  /** The call is over. The prior state is `not_started` if its user ended it before it was answered. */
  end: { to: 'ended', from: ['not_started', 'in_progress'] },
  /** The call could not be placed, was not answered, or broke. */
  fail: { to: 'error', from: ['not_started', 'in_progress'] },
} as const satisfies Record<string, { to: CallStatus; from: readonly CallStatus[] }>;

export type Transition = keyof typeof transitions;

export function isPermitted(transition: Transition, status: CallStatus): boolean {
  return transitions[transition].from.some((state) => state === status);
}

export function isFinal(status: CallStatus): boolean {
  return status === 'ended' || status === 'error';
}

/** Whether a callback may belong to the call: a call that was never dialed has none. */
export function isVendorCallOf(
  { telephony_id, dialing_at }: Pick<StoredCall, 'telephony_id' | 'dialing_at'>,
  sid: string | undefined,
): sid is string {
  if (sid === undefined || sid === '') return false;
  return telephony_id === undefined ? dialing_at !== undefined : telephony_id === sid;
}

/** The same for callbacks of a conversation or a transfer, which only an answered call has. */
export function isAnsweredVendorCallOf(
  call: Pick<StoredCall, 'telephony_id' | 'dialing_at' | 'status'>,
  sid: string | undefined,
): boolean {
  return call.status === 'in_progress' && isVendorCallOf(call, sid);
}
