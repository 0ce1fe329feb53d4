import {
  detectsDoNotCall,
  type StageOutcome,
  type StoredCall,
  withoutPrompt,
} from '../../domain/calls/call.ts';
import { type CallRecord, recordOf } from '../../domain/calls/call-record.ts';
import { isPermitted, transitions } from '../../domain/calls/call-state.ts';
import { secondsBetween } from '../../domain/calls/usage.ts';
import { type Change, conversationClosed, type Session } from '../../domain/conversations/conversation.ts';
import { changeItems, deleteConversation, getConversation } from '../conversations/conversations.ts';
import { countCallSeconds } from '../quotas/day-use.ts';
import { countEndedCall } from '../quotas/month-use.ts';
import { changeCounts } from '../quotas/open-calls.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { transactIf, type WriteOutcome } from '../table/write-if.ts';
import { bytesOfCall, type CallKey, getCall } from './calls.ts';
import { priorStates } from './prior-states.ts';

/** How a call ended. */
export interface Ending {
  readonly transition: 'end' | 'fail';
  readonly now: Date;
  /** Why the call failed, for its user. */
  readonly errorMessage?: string;
  /** Absent if the conversation tells who hung up. */
  readonly outcome?: StageOutcome;
  /** The vendor's final status. */
  readonly vendor?: { readonly sid: string; readonly status: string };
  /** Seconds that the call was connected, if the vendor reported them. */
  readonly connectedSeconds?: number;
  readonly endedBy?: 'api' | 'service';
  /** The result of answering-machine detection, if it ends the call. */
  readonly detected?: Pick<StoredCall, 'human_detection_result' | 'human_detected_at'>;
}

/** The table actions that finishing a call needs. */
export const FINISH_CALL = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] as const;

/**
 * Finishes a call and closes its conversation in one transaction: nothing can be said after the transcript was stored,
 * and the call no longer counts as open. A finished call stays unchanged. Returns the stored call, or undefined if it
 * does not exist.
 */
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
    const call = await getCall(table, key);
    if (!call || !isPermitted(ending.transition, call.status)) return { call };
    const conversation = call.connection_id ? await getConversation(table, call.connection_id) : undefined;
    const close =
      conversation && !conversation.session.closed ? conversationClosed(conversation.session) : undefined;
    const record = recordOf([...(conversation?.turns ?? []), ...(close?.newTurns ?? [])]);
    const final = finalFields(call, ending, { record, agentEnded: conversation?.session.ending ?? false });
    const fields = { ...final, stored_bytes: (call.stored_bytes ?? 0) + bytesOfCall(final) };
    const closing = conversation && close && { before: conversation.session, ...close };
    const { outcome } = await write(table, { call, fields, ending, ...(closing && { closing }) });
    return outcome === 'done' ? { call: { ...call, ...fields } } : undefined;
  });
  return finished.call;
}

interface FinalWrite {
  readonly call: StoredCall;
  readonly fields: ReturnType<typeof finalFields> & { readonly stored_bytes: number };
  readonly closing?: { readonly before: Session } & Change;
  readonly ending: Ending;
}

function write(table: Table, { call, fields, closing, ending }: FinalWrite): Promise<WriteOutcome<unknown>> {
  const { now, transition } = ending;
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
  const bytes = fields.stored_bytes - (call.stored_bytes ?? 0);
  const final = fieldUpdate({
    set: fields,
    remove: ['open', 'settle_at', 'reconciliation'],
    condition: conditions.join(' AND '),
    values: {
      ...permitted.values,
      ...(call.start_time && { ':started': call.start_time }),
      ...(call.connection_id && { ':connection': call.connection_id }),
    },
  });
  const update = {
    Update: { TableName: table.name, Key: recordKey(call.user_id, 'call', call.id), ...final },
  };
  const conversation =
    closing && call.connection_id ? changeItems(table, call.connection_id, { ...closing, now }) : [];
  const uncounting = changeCounts(table, {
    userId: call.user_id,
    calls: call.counted ? -1 : 0,
    scheduled: call.counted_as_scheduled && !call.counted ? -1 : 0,
    bytes,
  });
  const seconds = countSeconds(table, call, fields);
  return transactIf(table, [update, uncounting, ...seconds, ...conversation]);
}

/** A call's seconds count for the month in which it began and, on the platform's account, for the day on which it ends. */
function countSeconds(
  table: Table,
  { user_id: userId, telephony_account_connection }: StoredCall,
  { start_time, end_time }: { readonly start_time?: string; readonly end_time: string },
) {
  if (start_time === undefined) return [];
  const [start, end] = [new Date(start_time), new Date(end_time)];
  const seconds = secondsBetween(start, end);
  const month = countEndedCall(table, { userId, seconds, start, end });
  return telephony_account_connection
    ? [month]
    : [month, countCallSeconds(table, { userId, now: end }, seconds)];
}

function finalFields(
  call: StoredCall,
  ending: Ending,
  conversation: { readonly record: CallRecord; readonly agentEnded: boolean },
) {
  const { transition, now, errorMessage, vendor, connectedSeconds, endedBy } = ending;
  const startedAt =
    call.start_time ??
    (connectedSeconds === undefined ? undefined : startedBefore(call, now, connectedSeconds));
  const hungUp = endedBy || conversation.agentEnded ? 'bot_disconnected' : 'human_disconnected';
  return {
    status: transitions[transition].to,
    end_time: now.toISOString(),
    stage_outcome: ending.outcome ?? transferOutcome(call) ?? (startedAt ? hungUp : 'call_did_not_connect'),
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
      detectsDoNotCall(call) &&
      call.do_not_call_result === undefined && { do_not_call_result: false }),
    ...(call.hipaa_compliant
      ? {
          agent: withoutPrompt(call.agent),
          ...(call.given_context !== undefined && { context: call.given_context }),
        }
      : startedAt && conversation.record),
  };
}

/** The start of a call that was connected for this many seconds; never before it was dialled. */
function startedBefore({ dialling_at, created_at }: StoredCall, now: Date, seconds: number): string {
  const earliest = Math.min(Date.parse(dialling_at ?? created_at), now.getTime());
  return new Date(Math.max(now.getTime() - seconds * 1000, earliest)).toISOString();
}

/** The outcome of a call that was transferred. */
function transferOutcome({ stage }: StoredCall): StageOutcome | undefined {
  if (stage === 'transfer_started') return 'transfer_unanswered';
  return stage === 'transfer_successful' ? 'transfer_disconnected' : undefined;
}
