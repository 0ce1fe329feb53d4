import type { CallStatus, StageOutcome } from './call.ts';

/**
 * The transitions of a call. Each names its permitted prior states. The write carries them as its condition, so a late,
 * repeated or reordered cause changes nothing.
 */
export const transitions = {
  /** The callee answered. */
  connect: { to: 'in_progress', from: ['not_started'] },
  /** The call is over. The prior state is `not_started` if its user ended it before it was answered. */
  end: { to: 'ended', from: ['not_started', 'in_progress'] },
  /** The call could not be placed, was not answered, or broke. */
  fail: { to: 'error', from: ['not_started', 'in_progress'] },
} as const satisfies Record<string, { to: CallStatus; from: readonly CallStatus[] }>;

export type Transition = keyof typeof transitions;

/** Whether a call with this status may make the transition. */
export function isPermitted(transition: Transition, status: CallStatus): boolean {
  return transitions[transition].from.some((state) => state === status);
}

/** Whether a call with this status is over. */
export function isFinal(status: CallStatus): boolean {
  return status === 'ended' || status === 'error';
}

/** The meaning of a vendor status for a call. */
export type VendorVerdict =
  | { readonly kind: 'pending' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly outcome: StageOutcome; readonly reason: string };

const VERDICTS: Readonly<Record<string, VendorVerdict>> = {
  queued: { kind: 'pending' },
  initiated: { kind: 'pending' },
  ringing: { kind: 'pending' },
  'in-progress': { kind: 'connected' },
  completed: { kind: 'ended' },
  busy: { kind: 'failed', outcome: 'human_unanswered', reason: 'The callee was busy.' },
  'no-answer': { kind: 'failed', outcome: 'human_unanswered', reason: 'The callee did not answer.' },
  failed: {
    kind: 'failed',
    outcome: 'call_did_not_connect',
    reason: 'The telephony vendor could not connect the call.',
  },
  canceled: {
    kind: 'failed',
    outcome: 'call_did_not_connect',
    reason: 'The call was canceled before it was answered.',
  },
};

/** Maps a call status of the telephony vendor. An unknown status means no change. */
export function judgeVendorStatus(status: string): VendorVerdict {
  return (Object.hasOwn(VERDICTS, status) && VERDICTS[status]) || { kind: 'pending' };
}
