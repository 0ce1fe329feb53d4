import type { TransferFailure } from '../domain/calls/transfer/transfer.ts';

/**
 * Why a dialled number did not take the call, by the vendor's final status of it. `failed` is mostly a number that does
 * not exist: https://www.twilio.com/docs/voice/twiml/dial#dialcallstatus-values
 */
const FAILURES: Readonly<Record<string, TransferFailure>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'no_answer',
  failed: 'invalid_number',
  // A person picked up, and did not accept the call.
  completed: 'declined',
  answered: 'declined',
};

/** The reason of a status; an unknown one is a fault of the vendor. */
export const failureOf = (status: string): TransferFailure =>
  (Object.hasOwn(FAILURES, status) && FAILURES[status]) || 'vendor_error';

/** Whether the other number answered and the two were connected, by the vendor's status of a number without a whisper. */
export const wasConnected = (status: string): boolean => status === 'completed' || status === 'answered';
