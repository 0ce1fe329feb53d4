import type { Agent } from '../../agents/model/agent.ts';
import { agentKind } from '../../agents/model/agent.ts';
import {
  type AgentForCall,
  presentAgent,
  versionFor,
  versionForCall,
} from '../../agents/store/agent-for-call.ts';
import { UnknownVersion } from '../../agents/store/load-version.ts';
import type { StoredNumber } from '../../numbers/model/number.ts';
import { isHeldNumber } from '../../numbers/store/numbers.ts';
import type { NewId } from '../../platform/ids.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { logger } from '../../platform/logger.ts';
import { phoneNumberInput } from '../../platform/phone-number.ts';
import type { Table } from '../../platform/table/table.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { getRecord } from '../../records/store/records.ts';
import { exhaustedQuota } from '../../usage/store/day-use.ts';
import { maxOpenCalls, TooManyOpenCalls } from '../../usage/store/open-calls.ts';
import { WITHHELD } from '../model/call.ts';
import { fitsInStorage } from '../model/call-context.ts';
import { type CallWithSnapshot, ownFieldsOfSnapshot } from '../model/snapshot.ts';
import { nextReconciliation } from '../reconciliation/next-reconciliation.ts';
import { findInboundCall, storeInboundCall } from '../store/inbound-calls.ts';
import { withContext } from './fetch-context.ts';

export interface InboundCallDependencies {
  readonly table: Table;
  readonly now: () => Date;
  readonly newId: NewId;
}

export interface IncomingCall {
  readonly sid: string;
  /** The caller's number as the vendor reports it; undefined or invalid if it is withheld. */
  readonly from: string | undefined;
}

/** Stores an inbound call, once for each call of the vendor. Returns undefined if the number takes no calls. */
export async function acceptInboundCall(
  number: StoredNumber,
  { sid, from }: IncomingCall,
  { table, now, newId }: InboundCallDependencies,
): Promise<CallWithSnapshot | undefined> {
  const { user_id, inbound_agent, telephony_account_connection } = number;
  const existingCall = await findInboundCall(table, user_id, sid);
  if (existingCall) {
    nameCall({ userId: user_id, callId: existingCall.id });
    return existingCall;
  }
  if (!number.active || number.outbound_only || inbound_agent === null) return undefined;
  const agent = await getRecord(table, user_id, agentKind, inbound_agent);
  if (!agent) return undefined;
  const begun = now();
  const { snapshot, version } = await agentFor(table, agent, { number, sid, from, now: begun });
  const call: CallWithSnapshot = {
    ...snapshot,
    ...(version !== undefined && { agent_version: version }),
    ...ownFieldsOfSnapshot(snapshot),
    id: newId(),
    user_id,
    from_number: callerOf(from) ?? WITHHELD,
    to_number: number.number,
    status: 'in_progress',
    stage: 'picked_up',
    direction: 'inbound',
    recording_available: false,
    on_no_human_answer: 'continue',
    hipaa_compliant: false,
    telephony_provider: number.telephony_provider,
    telephony_account_connection,
    telephony_id: sid,
    telephony_metadata: { call_sid: sid, call_status: 'in-progress' },
    created_at: begun.toISOString(),
    start_time: begun.toISOString(),
    reconcile_at: nextReconciliation(begun).toISOString(),
  };
  if (!fitsInStorage(call)) {
    logger.warn('An agent is too large for a call.', { agentId: agent.id });
    return undefined;
  }
  const [met, maxOpen] = await Promise.all([
    exhaustedQuota(table, call, begun),
    maxOpenFor(table, callerOf(from)),
  ]);
  if (met) return refuseFor(met.quota, number);
  nameCall({ userId: user_id, callId: call.id });
  return storeInboundCall(table, await withContext(call), { sid, maxOpen }).catch((error: unknown) => {
    if (error instanceof QuotaExceeded) return refuseFor(error.quota, number);
    if (!(error instanceof TooManyOpenCalls)) throw error;
    logger.warn(
      "A call from an agent was rejected: the number's owner has the maximum number of open calls.",
      {
        numberId: number.id,
      },
    );
    return undefined;
  });
}

/** The maximum of open calls, for a call from one of our numbers: agents could call each other endlessly. */
async function maxOpenFor(table: Table, from: string | undefined): Promise<number | undefined> {
  return from !== undefined && (await isHeldNumber(table, from)) ? maxOpenCalls() : undefined;
}

/** The caller's number in E.164. Returns undefined if it is withheld. */
const callerOf = (from: string | undefined) => phoneNumberInput.safeParse(from).data;

/** The agent for a caller, in the version of the split. Callers who withhold their number are split by call. */
async function agentFor(
  table: Table,
  agent: Agent,
  { number, sid, from, now }: IncomingCall & { readonly number: StoredNumber; readonly now: Date },
): Promise<AgentForCall> {
  const party = callerOf(from) ?? sid;
  const version = versionFor(agent, { named: number.agent_version, party });
  if (version === undefined) return presentAgent(table, agent, now);
  try {
    return await versionForCall(table, agent, { version, evenIncomplete: true });
  } catch (error) {
    if (!(error instanceof UnknownVersion)) throw error;
    logger.warn('A version of an agent is missing; its current settings answer.', {
      agentId: agent.id,
      version,
    });
    return presentAgent(table, agent, now);
  }
}

function refuseFor(quota: string, { id }: StoredNumber): undefined {
  logger.warn("A call was rejected: the number's owner has used up a quota.", { numberId: id, quota });
}
