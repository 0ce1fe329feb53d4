import type { StageOutcome } from '../domain/calls/call.ts';

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

/** Whether a vendor status says that nobody answered: https://www.twilio.com/docs/voice/api/call-resource#call-status-values */
export const isUnanswered = (status: string | undefined): boolean =>
  status === 'busy' || status === 'no-answer';
