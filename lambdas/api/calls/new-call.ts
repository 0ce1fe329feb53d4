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

/** The data that calls of one request share. */
export interface CallPlan {
  readonly common: Omit<
    StoredCall,
    'id' | 'to_number' | 'created_at' | 'settle_at' | 'counted' | 'scheduled_at'
  >;
  /** The inline agent with its related records. */
  readonly records: readonly NewRecord[];
}

/** Loads the records of new calls; throws their faults. */
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
    const msg = `The telephony vendor does not support voices of type ${voice.type}; choose another type.`;
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

/** The data that is specific to one call. */
export type OwnOfCall = Pick<StoredCall, 'id' | 'to_number' | 'context'> & {
  readonly scheduled_at?: string | null | undefined;
};

/** Creates one of the calls. */
export function callOf({ common }: CallPlan, { scheduled_at, ...own }: OwnOfCall, now: Date): StoredCall {
  return { ...common, ...own, ...beginningOf(scheduled_at, now) };
}

/** The fault of a call's schedule. Returns undefined if it is valid. */
export function faultOfSchedule(
  scheduledAt: string | null | undefined,
  now: Date,
  loc: readonly string[],
): Fault | undefined {
  if (!scheduledAt || !isTooFarAhead(scheduledAt, now)) return undefined;
  return { loc: [...loc, 'scheduled_at'], msg: 'Must be at most a year ahead.', type: 'too_far_ahead' };
}

/** The fault of a call that is too large to store. Returns undefined if it is not. */
export function callTooLargeFault(stored: StoredCall, loc: readonly string[]): Fault | undefined {
  if (fitsInStorage(stored)) return undefined;
  const msg = `The agent (prompt, actions, voice and settings) and the context take more than ${MAX_CALL_BYTES} bytes together; shorten them.`;
  return { loc, msg, type: 'agent_too_large' };
}

/**
 * The fault of a context that makes the agent's texts too large; `loc` is the call's location in the request. Returns
 * undefined if there is none.
 */
export function faultOfContextSize(stored: StoredCall, loc: readonly string[]): Fault | undefined {
  const msg = faultOfFilling(stored, stored.context_source?.endpoint ? 'left out' : 'kept');
  return msg === undefined ? undefined : { loc: [...loc, 'context'], msg, type: 'context_too_large' };
}

/** Throws the fault of a caller ID that was refused. */
function tellCallerId(error: unknown): never {
  if (!(error instanceof CallerIdRefused)) throw error;
  const loc = ['body', 'from_number'];
  if (error.reason === 'cancelled')
    throw new DomainError('conflict', [
      { loc, msg: 'This number was cancelled; call from another one.', type: 'number_cancelled' },
    ]);
  const msg = 'You do not have this number, and none of your account connections permits any caller ID.';
  throw invalidInput([{ loc, msg, type: 'number_not_held' }]);
}

/** The vendor runs no answering-machine detection if digits are sent. */
function requireDetection({ on_no_human_answer, telephony_params }: Placing): void {
  if (on_no_human_answer !== 'hangup' || telephony_params?.SendDigits === undefined) return;
  const loc = ['body', 'telephony_params', 'SendDigits'];
  const msg =
    'Digits cannot be combined with answering-machine detection, which on_no_human_answer requires.';
  throw invalidInput([{ loc, msg, type: 'rules_out_detection' }]);
}
