type VendorVerdict =
  | { readonly kind: 'pending' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'failed';
      readonly outcome: 'human_unanswered' | 'call_did_not_connect';
      readonly reason: string;
    };

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

/** Answers of the telephone network to a number that nobody has: RFC 3261, sections 21.4.5, 21.4.8, 21.4.22 and 21.6.3. */
const NO_SUCH_NUMBER: readonly (string | undefined)[] = ['404', '410', '484', '604'];

/**
 * Maps a call status of the telephony vendor. An unknown status means no change. `sipCode`: what the telephone network
 * answered, where the vendor tells.
 */
export function judgeVendorStatus(status: string, sipCode?: string): VendorVerdict {
  const verdict = (Object.hasOwn(VERDICTS, status) && VERDICTS[status]) || { kind: 'pending' as const };
  return status === 'failed' && verdict.kind === 'failed' && NO_SUCH_NUMBER.includes(sipCode)
    ? { ...verdict, reason: 'The number does not exist.' }
    : verdict;
}

/** Whether a vendor status says that nobody answered: https://www.twilio.com/docs/voice/api/call-resource#call-status-values */
export const isUnanswered = (status: string | undefined): boolean =>
  status === 'busy' || status === 'no-answer';

type DialFailure = 'busy' | 'no_answer' | 'declined' | 'invalid_number' | 'vendor_error';

/** Why a dialed number did not take the call; `failed` is mostly a number that does not exist. */
const FAILURES: Readonly<Record<string, DialFailure>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'invalid_number',
  // A person picked up but did not accept the call.
  completed: 'declined',
  answered: 'declined',
};

/** The reason of a status; an unknown status counts as a failure of the vendor. */
export const failureOf = (status: string): DialFailure =>
  (Object.hasOwn(FAILURES, status) && FAILURES[status]) || 'vendor_error';

/** What answered a call. A `recording_machine` has finished its greeting. */
export type Answerer = 'human' | 'machine' | 'recording_machine' | 'fax';

/** The meaning of `AnsweredBy`: https://www.twilio.com/docs/voice/answering-machine-detection */
export function answererOf(answeredBy: string | undefined): Answerer | undefined {
  if (answeredBy === 'human' || answeredBy === 'fax') return answeredBy;
  if (answeredBy?.startsWith('machine_end')) return 'recording_machine';
  return answeredBy?.startsWith('machine_') ? 'machine' : undefined;
}

/** The longest time limit of a call, in seconds, that the vendor permits: https://www.twilio.com/docs/voice/api/call-resource (TimeLimit). */
const MAX_TIME_LIMIT_SECONDS = 86_400;

/** Parses seconds from the telephony vendor. Returns undefined unless they are an integer, and no longer than any call. */
export function vendorSeconds(text: string | null | undefined): number | undefined {
  const seconds = /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;
  return seconds !== undefined && seconds <= MAX_TIME_LIMIT_SECONDS ? seconds : undefined;
}
