import { agentKind } from '../../agents/model/agent.ts';
import type { CallSnapshot } from '../../agents/model/call-snapshot.ts';
import { newAgent } from '../../agents/requests/new-agent.ts';
import { withHandoffAgents } from '../../agents/store/handoff-agents.ts';
import { snapshotFrom } from '../../agents/store/make-snapshot.ts';
import { issueOfFilling } from '../../conversation/model/filled-texts.ts';
import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
import { dayQuotaExceeded } from '../../http/limits/quota-issues.ts';
import { accountForCaller, CallerIdRefused } from '../../numbers/store/numbers.ts';
import type { Table } from '../../platform/table/table.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import type { CreateContext } from '../../records/store/inline-records.ts';
import { type ExpenseOfCall, exhaustedQuota } from '../../usage/store/day-use.ts';
import { canSpeak } from '../../voices/model/voice.ts';
import type { SharedCallInput, StoredCall } from '../model/call.ts';
import { fitsInStorage, MAX_CALL_BYTES } from '../model/call-context.ts';
import type { StoredDecision } from '../model/law/dial-decision.ts';
import { law } from '../model/law/settings.ts';
import { beginningOf, isTooFarAhead } from '../model/schedule.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { type CallWithSnapshot, ownFieldsOfSnapshot } from '../model/snapshot.ts';
import { type CalledAgents, loadCalledAgents, onlyAgent, requireNoVersion } from './called-agent.ts';

export interface CallPlan {
  readonly common: Omit<
    CallWithSnapshot,
    | 'id'
    | 'to_number'
    | 'created_at'
    | 'reconcile_at'
    | 'counted'
    | 'scheduled_at'
    | keyof ReturnType<typeof agentFieldsOf>
  >;
  readonly agents: CalledAgents;
  /** The ids of the snapshots that calls share, by version. @default each call has its own snapshot */
  readonly snapshotIds?: ReadonlyMap<number | undefined, string>;
  /** The inline agent with its related records. */
  readonly records: readonly NewRecord[];
}

interface PlanContext extends CreateContext {
  readonly now: Date;
  /** The only callee. @default many callees */
  readonly callee?: string;
}

export async function planCalls(
  table: Table,
  body: SharedCallInput,
  createContext: PlanContext,
): Promise<CallPlan> {
  requireNoDigitsWithDetection(body);
  const { userId, references, now, callee } = createContext;
  const { agent: agentInput, agent_version: choice, ...rest } = body;
  const { agent, records } =
    typeof agentInput === 'string'
      ? { agent: references.require(agentKind, agentInput), records: [] }
      : newAgent(agentInput, ['body', 'agent'], createContext);
  const isNew = records.length > 0;
  if (isNew) requireNoVersion(choice);
  const newest = async () => ({
    snapshot: await withHandoffAgents(table, snapshotFrom(agent, references.with(records))),
    version: agent.versions?.latest,
  });
  const [agents, account] = await Promise.all([
    isNew ? newest().then(onlyAgent) : loadCalledAgents(table, agent, { choice, callee, now }),
    accountForCaller(table, userId, body.from_number).catch(throwCallerIdIssue),
  ]);
  for (const { snapshot } of agents.all) {
    requireSupportedVoice(snapshot);
    requireEligibleDetection(snapshot, body);
  }
  const common = {
    ...rest,
    purpose: rest.purpose ?? readVariable(law.defaultPurpose),
    user_id: userId,
    status: 'not_started' as const,
    recording_available: false,
    direction: 'outbound' as const,
    telephony_provider: 'telephony_vendor_a' as const,
    telephony_account_connection: account,
    stage: 'created' as const,
  };
  return { common, agents, records };
}

/** Plans calls that share one snapshot per version. */
export async function planBatch(
  ...[table, body, createContext]: Parameters<typeof planCalls>
): Promise<CallPlan> {
  const plan = await planCalls(table, body, createContext);
  const ids = plan.agents.all.map(({ version }) => [version, createContext.newId()] as const);
  return { ...plan, snapshotIds: new Map(ids) };
}

function requireSupportedVoice({ agent: { voice } }: CallSnapshot): void {
  if (canSpeak(voice)) return;
  const msg = `The telephony vendor does not support voices of type ${voice.type}; choose another type.`;
  throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
}

/** The vendor's turn detection is not HIPAA eligible: https://www.twilio.com/docs/voice/conversationrelay/turn-detection */
function requireEligibleDetection({ settings }: CallSnapshot, { hipaa_compliant }: SharedCallInput): void {
  if (!hipaa_compliant || !settings.turn_taking?.turn_detection) return;
  const msg =
    "The agent's turn_taking.turn_detection is not HIPAA eligible; remove it there, or use another agent.";
  throw invalidInput([{ loc: ['body', 'hipaa_compliant'], msg, type: 'unsupported_pair' }]);
}

export type OwnCallFields = Pick<StoredCall, 'id' | 'to_number' | 'context' | 'contact_location'> & {
  readonly scheduled_at?: string | null | undefined;
};

export function callOf(plan: CallPlan, { scheduled_at, ...own }: OwnCallFields, now: Date): CallWithSnapshot {
  const beginning = beginningOf(scheduled_at, now, readVariable(reconcileSeconds));
  return { ...plan.common, ...agentFieldsOf(plan, own.to_number), ...own, ...beginning };
}

function agentFieldsOf(
  {
    common,
    agents,
    snapshotIds,
  }: Pick<CallPlan, 'agents' | 'snapshotIds'> & { readonly common: SharedOptions },
  callee: string,
) {
  const { snapshot, version } = agents.of(callee);
  const snapshotId = snapshotIds?.get(version);
  return {
    ...snapshot,
    ...ownFieldsOfSnapshot({ ...common, ...snapshot }),
    ...(version !== undefined && { agent_version: version }),
    ...(snapshotId !== undefined && { snapshot_id: snapshotId }),
  };
}

type SharedOptions = Pick<StoredCall, 'run_do_not_call_detection'>;

export function issueOfSchedule(
  scheduledAt: string | null | undefined,
  now: Date,
  loc: readonly string[],
): Issue | undefined {
  if (!scheduledAt || !isTooFarAhead(scheduledAt, now)) return undefined;
  return { loc: [...loc, 'scheduled_at'], msg: 'Must be at most a year ahead.', type: 'too_far_ahead' };
}

export function callTooLargeIssue(stored: CallWithSnapshot, loc: readonly string[]): Issue | undefined {
  if (fitsInStorage(stored)) return undefined;
  const msg = `The agent (prompt, actions, voice and settings) and the context take more than ${MAX_CALL_BYTES} bytes together; shorten them.`;
  return { loc, msg, type: 'agent_too_large' };
}

/** The issue of a context that makes the agent's texts too large; `loc` is the call's location in the request. */
export function issueOfContextSize(stored: CallWithSnapshot, loc: readonly string[]): Issue | undefined {
  const msg = issueOfFilling(stored);
  return msg === undefined ? undefined : { loc: [...loc, 'context'], msg, type: 'context_too_large' };
}

function throwCallerIdIssue(error: unknown): never {
  if (!(error instanceof CallerIdRefused)) throw error;
  const loc = ['body', 'from_number'];
  if (error.reason === 'cancelled')
    throw new ApiError('conflict', [
      { loc, msg: 'This number was cancelled; call from another one.', type: 'number_cancelled' },
    ]);
  const msg =
    'You do not have this number, and none of your account connections permits any caller ID; call from one of your numbers.';
  throw invalidInput([{ loc, msg, type: 'number_not_held' }]);
}

/** The vendor skips answering-machine detection if digits are sent. */
function requireNoDigitsWithDetection({ on_no_human_answer, telephony_params }: SharedCallInput): void {
  if (on_no_human_answer === 'continue' || telephony_params?.SendDigits === undefined) return;
  const loc = ['body', 'telephony_params', 'SendDigits'];
  const msg =
    'SendDigits cannot be combined with answering-machine detection; leave it out, or set on_no_human_answer to continue.';
  throw invalidInput([{ loc, msg, type: 'rules_out_detection' }]);
}

/** The issue of a call to a number on the user's do-not-call list; `loc` is the call's location in the request. */
export function doNotCallIssue(loc: readonly string[]): Issue {
  const msg = 'This number is on your do-not-call list; set override_do_not_call to call it anyway.';
  return { loc: [...loc, 'to_number'], msg, type: 'do_not_call' };
}

/** The issue of a call that the law of the contact's place forbids at its time; it names the rule, and a time. */
export const lawIssue = ({ rule, reason = '' }: StoredDecision, loc: readonly string[]): Issue => ({
  loc: [...loc, 'to_number'],
  msg: reason,
  type: `law_${rule}`,
});

/** Throws if an exhausted daily quota forbids calls today; calls scheduled for another day are permitted. */
export async function requireAllowance(table: Table, call: ExpenseOfCall, now: Date): Promise<void> {
  const met = await exhaustedQuota(table, call, now);
  if (met) throw dayQuotaExceeded(met, now);
}
