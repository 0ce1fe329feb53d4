import { planRelease, snapshotPut, withSnapshot } from '../../agents/store/snapshots.ts';
import type { Change } from '../../conversation/model/change.ts';
import { disclosureOf, disclosuresIn } from '../../conversation/model/disclosure.ts';
import { inOrder, type Session, type Turn } from '../../conversation/model/session.ts';
import { conversationClosed } from '../../conversation/model/session-events.ts';
import { recordOfSteps } from '../../conversation/model/steps/call-steps.ts';
import { changeItems, deleteConversation, getConversation } from '../../conversation/store/conversations.ts';
import { logger } from '../../platform/logger.ts';
import { updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { transactIf, type WriteItem, type WriteOutcome } from '../../platform/table/write-if.ts';
import { stampOf } from '../../records/store/stamps.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { answersByMonth, costByMonth } from '../../usage/store/call-cost.ts';
import { secondsByPeriod } from '../../usage/store/call-seconds.ts';
import { changeCounts } from '../../usage/store/open-calls.ts';
import { type StageOutcome, type StoredCall, withoutPrompt } from '../model/call.ts';
import { isPermitted, transitions } from '../model/call-state.ts';
import { costOf } from '../model/cost.ts';
import { stepsOfAnswerer, unansweredOutcome } from '../model/machine-detection.ts';
import { type Transfer, transferAtEnd } from '../model/transfer/transfer.ts';
import { bytesOfCall, type CallKey, loadCall, priorStates } from './calls.ts';
import { nextVersion, recordOfTurns } from './record-turns.ts';
import { whileDialing } from './transfers.ts';

export interface Ending {
  readonly transition: 'end' | 'fail';
  readonly now: Date;
  readonly errorMessage?: string;
  /** Absent if the conversation shows who hung up. */
  readonly outcome?: StageOutcome;
  readonly vendor?: { readonly sid: string; readonly status: string };
  /** Seconds that the call was connected, if the vendor reported them. */
  readonly connectedSeconds?: number;
  readonly endedBy?: 'api' | 'service';
  /** The prices by which an answered call's cost is counted. @default it is not counted */
  readonly prices?: Prices;
  readonly detected?: Pick<StoredCall, 'human_detection_result' | 'human_detected_at'>;
}

export const FINISH_CALL = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** Finishes a call and closes its conversation in one transaction. A finished call stays unchanged. */
export async function finishCall(
  table: Table,
  key: CallKey,
  ending: Ending,
): Promise<StoredCall | undefined> {
  const call = await finish(table, key, ending);
  // Also if an earlier attempt failed before this step.
  if (call?.hipaa_compliant && call.connection_id) await deleteConversation(table, call.connection_id);
  return call;
}

async function finish(table: Table, key: CallKey, ending: Ending): Promise<StoredCall | undefined> {
  const finished = await attemptUntil(async () => {
    const call = await loadCall(table, key);
    if (!call || !isPermitted(ending.transition, call.status)) return { call };
    const conversation = call.connection_id ? await getConversation(table, call.connection_id) : undefined;
    const { session } = conversation ?? {};
    const close = session && !session.closed ? conversationClosed(session, ending.now) : undefined;
    const turns = inOrder([...(conversation?.turns ?? []), ...(close?.newTurns ?? [])]);
    const ended = finalFields(call, ending, { turns, session: close?.session ?? session });
    const cost = ending.prices && costOf({ ...call, ...ended }, ending.prices);
    const final = { ...ended, ...(cost && { counted_cost: cost.total }) };
    const fields = { ...final, stored_bytes: (call.stored_bytes ?? 0) + bytesOfCall(final) };
    const { outcome } = await write(table, { call, fields, ending, close, session });
    if (outcome !== 'done') return undefined;
    await countEnd(table, call, { fields, ending });
    return { call: afterWrite({ ...call, ...fields }) };
  });
  return finished.call;
}

/** Counts an ended call. If this fails, the user's number of open calls is corrected once it reaches the limit. */
async function countEnd(
  table: Table,
  call: StoredCall,
  { fields, ending }: Pick<FinalWrite, 'fields' | 'ending'>,
): Promise<void> {
  try {
    await changeCounts(table, {
      userId: call.user_id,
      calls: call.counted ? -1 : 0,
      scheduled: call.counted_as_scheduled && !call.counted ? -1 : 0,
      bytes: fields.stored_bytes - (call.stored_bytes ?? 0),
      seconds: secondsOf(call, fields),
      costs: { ...costsOf({ ...call, ...fields }, ending.prices), ...answersByMonth({ ...call, ...fields }) },
    });
  } catch (error) {
    logger.error('The end of a call was not counted.', { callId: call.id, error });
  }
}

function costsOf(call: StoredCall, prices: Prices | undefined): Readonly<Record<string, number>> {
  const cost = prices && costOf(call, prices);
  return cost && call.start_time !== undefined ? costByMonth(cost, call.start_time) : {};
}

/** A HIPAA-compliant call now has its own snapshot. */
function afterWrite({ snapshot_id, whisper: _, ...call }: StoredCall): StoredCall {
  return call.hipaa_compliant || snapshot_id === undefined ? call : { ...call, snapshot_id };
}

interface FinalWrite {
  readonly call: StoredCall;
  readonly fields: ReturnType<typeof finalFields> & { readonly stored_bytes: number };
  /** The conversation as it was read, and its change unless it was closed before. */
  readonly session: Session | undefined;
  readonly close: Change | undefined;
  readonly ending: Ending;
}

async function write(
  table: Table,
  { call, fields, session, close, ending }: FinalWrite,
): Promise<WriteOutcome<unknown>> {
  const { transition } = ending;
  const permitted = priorStates(transition);
  const conditions = [
    permitted.condition,
    // The callee may have answered since the call was read.
    call.start_time ? 'start_time = :started' : 'attribute_not_exists(start_time)',
    call.connection_id ? 'connection_id = :connection' : 'attribute_not_exists(connection_id)',
    `attribute_${call.counted ? '' : 'not_'}exists(counted)`,
    // A do-not-call request may have arrived since the call was read.
    ...(fields.do_not_call_result === false ? ['attribute_not_exists(do_not_call_result)'] : []),
  ];
  // Since the call was read, a transferred call may have been taken, or another number may ring.
  const { transfer } = call;
  const during = transfer?.state === 'dialing' ? asRead(transfer, call) : undefined;
  const update = updateOf(table, recordKey(call.user_id, 'call', call.id), {
    set: { ...fields, ...stampOf(table) },
    remove: [
      'open',
      'reconcile_at',
      'reconciliation',
      'whisper',
      ...(call.hipaa_compliant ? ['snapshot_id'] : []),
    ],
    condition: [...conditions, ...(during ? [during.condition] : [])].join(' AND '),
    ...(during && { names: during.names }),
    values: {
      ...permitted.values,
      ...during?.values,
      ...(call.start_time && { ':started': call.start_time }),
      ...(call.connection_id && { ':connection': call.connection_id }),
    },
  });
  const redaction = call.hipaa_compliant ? await planRedaction(table, call) : [];
  return transactIf(table, [
    update,
    ...conversationWrites(table, { call, session, close, ending }),
    ...redaction,
  ]);
}

/** The close of the conversation, or the proof that its turns are those that were read. */
function conversationWrites(
  table: Table,
  { call, session, close, ending: { now } }: Omit<FinalWrite, 'fields'>,
): readonly WriteItem[] {
  const { connection_id: connectionId } = call;
  if (connectionId === undefined || !session) return [];
  if (!close) return [nextVersion(table, connectionId, session)];
  return changeItems(table, connectionId, { before: session, ...close, now });
}

/** The condition that a transfer that is under way is unchanged since it was read. */
function asRead(transfer: Transfer, { stage }: StoredCall) {
  const { condition, names, values } = whileDialing(transfer);
  return {
    condition: `${condition} AND #stage = :stage`,
    names: { ...names, '#stage': 'stage' },
    values: { ...values, ':stage': stage },
  };
}

/** Replaces the call's snapshot with its own copy without the prompt. */
async function planRedaction(table: Table, call: StoredCall): Promise<readonly WriteItem[]> {
  const callWithSnapshot = await withSnapshot(table, call);
  if (!callWithSnapshot) return [];
  const { snapshot_id: shared, ...own } = callWithSnapshot;
  const redaction = { ...own, agent: withoutPrompt(own.agent) };
  return [...(shared === undefined ? [] : await planRelease(table, call)), snapshotPut(table, redaction)];
}

function secondsOf(
  { telephony_account_connection }: StoredCall,
  { start_time, end_time }: { readonly start_time?: string; readonly end_time: string },
) {
  if (start_time === undefined) return {};
  const [start, end] = [new Date(start_time), new Date(end_time)];
  return secondsByPeriod({ start, end, isOnPlatform: !telephony_account_connection });
}

function finalFields(
  call: StoredCall,
  ending: Ending,
  { turns, session }: { readonly turns: readonly Turn[]; readonly session: Session | undefined },
) {
  const { transition, now, errorMessage, vendor, connectedSeconds, endedBy } = ending;
  const startedAt =
    call.start_time ??
    (connectedSeconds === undefined ? undefined : startedBefore(call, now, connectedSeconds));
  const steps = stepsOfAnswerer({ ...call, ...ending.detected }, session?.answerer?.steps);
  const ofSteps = session ? recordOfSteps(session, turns) : {};
  const isCutOff = (session?.played_characters ?? 0) < 0;
  const disclosures = session ? disclosuresIn(turns, { words: disclosureOf(session), isCutOff }) : [];
  const unanswered = session?.voicemail ? 'human_unanswered' : unansweredOutcome(call, steps);
  const hungUp = endedBy || session?.ending ? 'bot_disconnected' : 'human_disconnected';
  return {
    status: transitions[transition].to,
    end_time: now.toISOString(),
    stage_outcome:
      ending.outcome ?? transferOutcome(call) ?? unanswered ?? (startedAt ? hungUp : 'call_did_not_connect'),
    ...(startedAt && { start_time: startedAt }),
    ...(startedAt && call.stage === 'created' && { stage: 'picked_up' as const }),
    ...(errorMessage && { error_message: errorMessage }),
    ...(vendor && {
      telephony_id: vendor.sid,
      telephony_metadata: { ...call.telephony_metadata, call_sid: vendor.sid, call_status: vendor.status },
    }),
    ...(endedBy && { ended_by: endedBy }),
    ...ending.detected,
    ...(startedAt &&
      call.direction === 'outbound' && {
        answered_by: steps.at(-1)?.answered_by ?? 'unknown',
        answered_by_steps: [...steps],
      }),
    ...transferAtEnd(call, now),
    ...(startedAt &&
      call.detects_do_not_call &&
      call.do_not_call_result === undefined && { do_not_call_result: false }),
    ...(call.hipaa_compliant && call.given_context !== undefined && { context: call.given_context }),
    ...(disclosures.length > 0 && {
      disclosures: disclosures.map(({ words, ...said }) => ({
        ...said,
        ...(!call.hipaa_compliant && { words }),
      })),
    }),
    ...(startedAt && { ...ofSteps, ...recordOfTurns({ ...call, ...ofSteps }, turns) }),
  };
}

/** The start of a call that was connected for this many seconds; never before it was dialed. */
function startedBefore({ dialing_at, created_at }: StoredCall, now: Date, seconds: number): string {
  const earliest = Math.min(Date.parse(dialing_at ?? created_at), now.getTime());
  return new Date(Math.max(now.getTime() - seconds * 1000, earliest)).toISOString();
}

function transferOutcome({ stage }: StoredCall): StageOutcome | undefined {
  if (stage === 'transfer_started') return 'transfer_unanswered';
  return stage === 'transfer_successful' ? 'transfer_disconnected' : undefined;
}
