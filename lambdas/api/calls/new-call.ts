import type { Placing, StoredCall } from '../../domain/calls/call.ts';
import { fitsInStorage, MAX_CALL_BYTES } from '../../domain/calls/call-size.ts';
import { beginningOf, isTooFarAhead } from '../../domain/calls/schedule.ts';
import { faultOfFilling } from '../../domain/conversations/filled-texts.ts';
import { DomainError, type Fault, invalidInput } from '../../domain/errors.ts';
import { canSpeak } from '../../domain/records/voice.ts';
import { snapshotFrom, takeSnapshot } from '../../store/calls/call-snapshot.ts';
import { accountForCaller, CallerIdRefused } from '../../store/numbers/caller-id.ts';
import type { Making } from '../../store/records/inline-records.ts';
import type { NewRecord } from '../../store/records/kinds.ts';
import type { Table } from '../../store/table/table.ts';
import { newAgent } from '../agents/new-agent.ts';

/** What calls have in common that are placed together. */
export interface CallPlan {
  readonly common: Omit<
    StoredCall,
    'id' | 'to_number' | 'created_at' | 'settle_at' | 'counted' | 'scheduled_at'
  >;
  /** The agent that was given in place, if one was, with its own records: yet to be stored. */
  readonly records: readonly NewRecord[];
}

/** Looks up what calls are placed with; throws with what is wrong with it. */
export async function planCalls(table: Table, body: Placing, making: Making): Promise<CallPlan> {
  requireDetection(body);
  const { userId, references } = making;
  const { agent: given, ...rest } = body;
  const { agent, records } =
    typeof given === 'string'
      ? { agent: references.require('agent', given), records: [] }
      : newAgent(given, ['body', 'agent'], making);
  const isNew = records.length > 0;
  const [snapshot, account] = await Promise.all([
    isNew ? snapshotFrom(agent, references.with(records)) : takeSnapshot(table, agent),
    accountForCaller(table, userId, body.from_number).catch(tellCallerId),
  ]);
  const { voice } = snapshot.agent;
  if (!canSpeak(voice)) {
    const msg = `A voice of type ${voice.type} cannot be spoken in a call.`;
    throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
  }
  const common = {
    ...rest,
    user_id: userId,
    ...snapshot,
    status: 'not_started' as const,
    recording_available: false,
    direction: 'outbound' as const,
    telephony_provider: 'telephony_vendor_a' as const,
    telephony_account_connection: account,
    stage: 'created' as const,
  };
  return { common, records };
}

/** What tells one of these calls from the others. */
export type OwnOfCall = Pick<StoredCall, 'id' | 'to_number' | 'context'> & {
  readonly scheduled_at?: string | null | undefined;
};

/** One of the calls, as it is created now. */
export function callOf({ common }: CallPlan, { scheduled_at, ...own }: OwnOfCall, now: Date): StoredCall {
  return { ...common, ...own, ...beginningOf(scheduled_at, now) };
}

/** What is wrong with the time for which a call is scheduled, if anything is. */
export function faultOfSchedule(
  scheduledAt: string | null | undefined,
  now: Date,
  loc: readonly string[],
): Fault | undefined {
  if (!scheduledAt || !isTooFarAhead(scheduledAt, now)) return undefined;
  return { loc: [...loc, 'scheduled_at'], msg: 'Must be at most a year ahead.', type: 'too_far_ahead' };
}

/** What is wrong with a call that would be too large to be kept, if it is. */
export function callTooLargeFault(stored: StoredCall, loc: readonly string[]): Fault | undefined {
  if (fitsInStorage(stored)) return undefined;
  const msg = `The agent (its prompt, actions, voice and settings) and the context take more than ${MAX_CALL_BYTES} bytes together, which is more than a call can keep.`;
  return { loc, msg, type: 'agent_too_large' };
}

/** What is wrong with a context that makes the agent's texts too large, if it does; `loc` is where the request has the call. */
export function faultOfContextSize(stored: StoredCall, loc: readonly string[]): Fault | undefined {
  const msg = faultOfFilling(stored, stored.context_source?.endpoint ? 'left out' : 'kept');
  return msg === undefined ? undefined : { loc: [...loc, 'context'], msg, type: 'context_too_large' };
}

/** Tells why the user may not call from the number. */
function tellCallerId(error: unknown): never {
  if (!(error instanceof CallerIdRefused)) throw error;
  const loc = ['body', 'from_number'];
  if (error.reason === 'cancelled')
    throw new DomainError('conflict', [{ loc, msg: 'The number was cancelled.', type: 'number_cancelled' }]);
  const msg = 'You hold no such number, and no account connection of yours supports any caller id.';
  throw invalidInput([{ loc, msg, type: 'number_not_held' }]);
}

/** The vendor does not listen for a machine where digits are sent. */
function requireDetection({ on_no_human_answer, telephony_params }: Placing): void {
  if (on_no_human_answer !== 'hangup' || telephony_params?.SendDigits === undefined) return;
  const loc = ['body', 'telephony_params', 'SendDigits'];
  const msg = 'Digits rule out the detection of machines, which on_no_human_answer asks for.';
  throw invalidInput([{ loc, msg, type: 'rules_out_detection' }]);
}
