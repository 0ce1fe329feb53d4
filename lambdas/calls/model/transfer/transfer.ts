import * as z from 'zod/mini';
import { id, phoneNumber, utcTime } from '../../../platform/fields.ts';

export const transferFailure = z.enum([
  'busy',
  'no_answer',
  'declined',
  'machine',
  'invalid_number',
  'caller_hung_up',
  'vendor_error',
]);
export type TransferFailure = z.infer<typeof transferFailure>;

/** An attempt to transfer a call to a number. Times are ISO 8601 in UTC. */
export const transferAttempt = z.lazy(() =>
  z.object({
    action_id: id,
    phone_number: phoneNumber,
    started_at: utcTime(),
    connected_at: z.optional(utcTime()),
    failed_at: z.optional(utcTime()),
    failure_reason: z.optional(transferFailure),
  }),
);
export type TransferAttempt = z.infer<typeof transferAttempt>;

export const transfer = z.lazy(() =>
  z.object({
    action_id: id,
    /** The vendor's id of the relay session that was left for the transfer. */
    session_id: z.string(),
    state: z.enum(['dialing', 'failed', 'done']),
    /** The indexes of its first and its current attempt among the attempts of the call. */
    first_attempt: z.optional(z.int()),
    attempt: z.optional(z.int()),
    /** Whether a person who picks up is asked before they are connected. */
    asks: z.optional(z.boolean()),
    until: z.optional(z.string()),
    /** The reason for failure that is known before the vendor reports the end of the current attempt. */
    verdict: z.optional(z.union([z.literal('accepted'), transferFailure])),
    call_sid: z.optional(z.string()),
  }),
);
export type Transfer = z.infer<typeof transfer>;

/** Maximum attempts of a call, over all of its transfers: each costs money. */
export const MAX_ATTEMPTS = 20;

export const MIN_RING_SECONDS = 5;

export interface TransferredCall {
  readonly status: string;
  readonly stage: string;
  readonly transfer?: Transfer | undefined;
  readonly transfer_attempts?: readonly TransferAttempt[] | undefined;
}

/** Whether this attempt is under way: its number may be ringing, or the person there may be hearing the whisper. */
export function isUnderWay({ status, transfer }: TransferredCall, attempt: number | undefined): boolean {
  return status === 'in_progress' && transfer?.state === 'dialing' && transfer.attempt === attempt;
}

/** Whether the person of this attempt may still take or decline the call. */
export const isAwaitingDecision = (call: TransferredCall, attempt: number | undefined): boolean =>
  isUnderWay(call, attempt) && call.transfer?.asks === true;

/** The index of the current number among the numbers of its transfer. */
export const placeOf = ({ attempt = 0, first_attempt = 0 }: Transfer): number => attempt - first_attempt;

/** The numbers to try next: those that cannot be called, and the first that can. */
export interface NextNumbers {
  readonly refused: readonly string[];
  readonly next: string | undefined;
}

export function withNext(
  attempts: readonly TransferAttempt[],
  { refused, next }: NextNumbers,
  { actionId: action_id, now }: { readonly actionId: string; readonly now: Date },
): TransferAttempt[] {
  const started_at = now.toISOString();
  const invalid = { failed_at: started_at, failure_reason: 'invalid_number' } as const;
  return [
    ...attempts,
    ...refused.map((phone_number) => ({ action_id, phone_number, started_at, ...invalid })),
    ...(next === undefined ? [] : [{ action_id, phone_number: next, started_at }]),
  ];
}

export function withFailure(
  { transfer, transfer_attempts = [] }: TransferredCall,
  { reason, now }: { readonly reason: TransferFailure; readonly now: Date },
): TransferAttempt[] {
  return changeAttempt(transfer_attempts, transfer, ({ connected_at: _, ...present }) => ({
    ...present,
    failed_at: now.toISOString(),
    failure_reason: reason,
  }));
}

export function withConnection(
  { transfer, transfer_attempts: attempts = [] }: TransferredCall,
  now: Date,
): TransferAttempt[] {
  return changeAttempt(attempts, transfer, (present) => ({ connected_at: now.toISOString(), ...present }));
}

function changeAttempt(
  attempts: readonly TransferAttempt[],
  transfer: Transfer | undefined,
  change: (present: TransferAttempt) => TransferAttempt,
): TransferAttempt[] {
  return attempts.map((each, place) => (place === transfer?.attempt ? change(each) : each));
}

/** The outcome of a transfer that is under way when its call ends. */
export function transferAtEnd(
  call: TransferredCall,
  now: Date,
): { readonly transfer?: Transfer; readonly transfer_attempts?: TransferAttempt[] } {
  const { transfer, stage, transfer_attempts } = call;
  if (transfer?.state !== 'dialing') return {};
  if (stage === 'transfer_successful') return { transfer: { ...transfer, state: 'done' } };
  return {
    transfer: { ...transfer, state: 'failed' },
    ...(transfer_attempts && {
      transfer_attempts: withFailure(call, { reason: 'caller_hung_up', now }),
    }),
  };
}

export function secondsLeft({ until }: Transfer, now: Date): number {
  return until === undefined ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
}
