import { toAgentSettings } from '../domain/agent.ts';
import type { Placing, StoredCall } from '../domain/call.ts';
import { beginningOf, isTooFarAhead } from '../domain/schedule.ts';
import { canSpeak } from '../domain/voice.ts';
import { type Fault, invalidInput } from '../platform/errors.ts';
import { compactOf, loadCompactAgent, snapshotOf } from './agents.ts';
import { accountForCaller } from './caller-id.ts';
import type { Making } from './inline-records.ts';
import { newAgent } from './new-agent.ts';
import type { NewRecord } from './records.ts';
import type { Table } from './table.ts';

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
  const { userId, references } = making;
  const { agent: given, ...rest } = body;
  const { agent, records } =
    typeof given === 'string'
      ? { agent: references.require('agent', given), records: [] }
      : newAgent(given, ['body', 'agent'], making);
  const isNew = records.length > 0;
  const [loaded, account] = await Promise.all([
    isNew ? compactOf(agent, references.with(records)) : loadCompactAgent(table, agent),
    accountForCaller(table, userId, body.from_number),
  ]);
  const compact = snapshotOf(loaded);
  if (!canSpeak(compact.voice)) {
    const msg = `A voice of type ${compact.voice.type} cannot be spoken in a call.`;
    throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
  }
  const common = {
    ...rest,
    user_id: userId,
    agent: compact,
    settings: toAgentSettings(agent),
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
