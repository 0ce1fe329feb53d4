import * as z from 'zod/mini';
import { planOf, type TransferPlan } from '../../actions/model/transfer-plan.ts';
import { actionIn } from '../../agents/model/call-snapshot.ts';
import { withSnapshot } from '../../agents/store/snapshots.ts';
import { isLeaving } from '../../conversation/model/session.ts';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { getSession } from '../../conversation/store/conversations.ts';
import { logger } from '../../platform/logger.ts';
import { tryParseJson } from '../../platform/parse-json.ts';
import type { Table } from '../../platform/table/table.ts';
import { workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { callbackUrl } from '../callback-urls.ts';
import type { StoredCall } from '../model/call.ts';
import { isAnsweredVendorCallOf } from '../model/call-state.ts';
import { conferenceOf } from '../model/conference.ts';
import { MAX_ATTEMPTS } from '../model/transfer/transfer.ts';
import { getCallWithSnapshot } from '../store/calls.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { startTransfer } from '../store/transfers.ts';
import { CONNECT_VARIABLES } from './connect-relay.ts';
import { closePreviousConversation, reconnect } from './reconnect.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { ringParticipant } from './transfer/conference-leg.ts';
import { nextNumbers, transferInstructions } from './transfer/instructions.ts';
import { conferenceMarkup, hangUpMarkup, redirectMarkup } from './twiml/markup.ts';

/** The data of the frame that ended the relay session: see `leaveConversation`. */
const handoff = z.object({ action_id: z.string() });

export const relayEndedWorker = callbackWorker('relay-ended', {
  id: 'RelayEnded',
  description: 'Transfers, reconnects or ends calls after a conversation',
  tableActions: FINISH_CALL,
  variables: [...CONNECT_VARIABLES, telephony.apiUrl, maxCallSeconds, PRICES],
  callerWaitsFor: 'call',
  isCallStep: true,
});

/** Handles the end of a relay session: transfers the call, starts a conference, reconnects, or hangs up. */
export const handler = workerHandler(
  relayEndedWorker,
  vendorCallback('relay-ended', async ({ table, key, call, form, arrivedAt: now }) => {
    const { SessionId: sessionId = '', SessionStatus: status, ErrorCode: code, HandoffData: data } = form;
    if (!call || !isAnsweredVendorCallOf(call, form.CallSid)) return hangUpMarkup();
    const isOnTheLine = form.CallStatus === 'in-progress';
    // The vendor may report a connection that the service closed as completed.
    if (status === 'failed' || (isOnTheLine && (await isUnfinished(table, call)))) {
      logger.warn('The relay connection was lost.', { callId: key.callId, code });
      return (isOnTheLine ? await reconnect(table, call, { sessionId, code }) : undefined) ?? hangUpMarkup();
    }
    const actionId = handoff.safeParse(tryParseJson(data ?? '')).data?.action_id;
    const snapshot = actionId === undefined ? undefined : await withSnapshot(table, call);
    const action = snapshot && actionIn(snapshot, actionId);
    const plan = action && planOf(action);
    if (!plan) return hangUpMarkup();
    if (!(await closePreviousConversation(table, { call, sessionId }))) return hangUpMarkup();
    const begun = await begin(table, call, { plan, sessionId, now });
    const latestCall = await getCallWithSnapshot(table, key);
    // A repeated callback gets the response for the transfer's current state.
    if (!latestCall || latestCall.transfer?.session_id !== sessionId) return hangUpMarkup();
    const conference = latestCall.transfer.state === 'dialing' ? conferenceOf(latestCall) : undefined;
    if (!conference) return transferInstructions(latestCall, now);
    const { attempt } = latestCall.transfer;
    const ended = await callbackUrl('transfer-ended', key, attempt);
    // If no conference leg is known, the invocation that should have placed it may have died, so the callee does not
    // wait.
    const isComing = begun
      ? await ringParticipant(table, latestCall, conference)
      : latestCall.transfer.call_sid !== undefined;
    if (!isComing) return redirectMarkup(ended);
    const urls = { ended, status: await callbackUrl('transfer-status', key, attempt) };
    return conferenceMarkup(conference, urls);
  }),
);

/** Whether the agent neither ended the conversation nor is about to. */
async function isUnfinished(table: Table, { connection_id }: StoredCall): Promise<boolean> {
  const session = connection_id === undefined ? undefined : await getSession(table, connection_id);
  return session !== undefined && !session.closed && !isLeaving(session);
}

/** Begins a transfer with the first of its numbers that can be called. Returns false if it was begun before. */
async function begin(
  table: Table,
  call: StoredCall,
  { plan, sessionId, now }: { readonly plan: TransferPlan; readonly sessionId: string; readonly now: Date },
): Promise<boolean> {
  const isTooMany = (call.transfer_attempts?.length ?? 0) >= MAX_ATTEMPTS;
  const numbers = await nextNumbers(table, call, isTooMany ? [] : plan.phoneNumbers);
  const until = new Date(now.getTime() + plan.maxSeconds * 1000);
  const { actionId, whisper } = plan;
  const asks = whisper !== undefined;
  return startTransfer(table, call, { actionId, sessionId, asks, numbers, now, until });
}
