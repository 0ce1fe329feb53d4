import * as z from 'zod/mini';
import type { StoredCall } from '../domain/calls/call.ts';
import { conferenceBy } from '../domain/calls/conference.ts';
import { isAnsweredVendorCallOf } from '../domain/calls/vendor-call.ts';
import { phoneNumber } from '../domain/fields.ts';
import { parseJson } from '../domain/parse-json.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { CALLBACK_BASE_URL, RELAY_URL } from '../runtime/variables/resources.ts';
import { MAX_CALL_SECONDS, NOISE_REDUCTION, TELEPHONY_API_URL } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { startTransfer } from '../store/calls/transfers.ts';
import { callbackPath, callbackUrl } from './callback-urls.ts';
import { closeFormerConversation } from './close-conversation.ts';
import { ringParticipant } from './conference-leg.ts';
import { reconnect } from './reconnect.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { conferenceMarkup } from './twiml/conference.ts';
import { hangUpMarkup, redirectMarkup } from './twiml/say.ts';
import { transferMarkup } from './twiml/transfer.ts';

/** The data of the frame that ended the relay session: see handle-frame.ts. */
const handoff = z.object({ action_id: z.string() });
const transferConfig = z.object({ phone_number: phoneNumber });

export const relayEndedWorker = defineWorker({
  stack: 'Calls',
  id: 'RelayEnded',
  description: 'Tells the vendor what follows a conversation',
  trigger: { by: 'callback', path: callbackPath('relay-ended') },
  grants: [tableAccess(['GetItem', 'PutItem', 'UpdateItem']), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, TELEPHONY_API_URL, MAX_CALL_SECONDS, RELAY_URL, NOISE_REDUCTION],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  callerWaitsFor: 'call',
});

/** Handles the end of a relay session: transfers the call, starts a conference, reconnects, or hangs up. */
export const handler = workerHandler(
  relayEndedWorker,
  vendorCallback('relay-ended', async ({ table, key, call, form }) => {
    const { SessionId: sessionId = '', SessionStatus: status, ErrorCode: code, HandoffData: data } = form;
    if (!call || !isAnsweredVendorCallOf(call, form.CallSid)) return hangUpMarkup();
    if (status === 'failed') {
      logger.warn('The relay connection was lost.', { callId: key.callId, code });
      const isOnTheLine = form.CallStatus === 'in-progress';
      return (isOnTheLine ? await reconnect(table, call, { sessionId, code }) : undefined) ?? hangUpMarkup();
    }
    const action = handedOnTo(call, data);
    if (!action) return hangUpMarkup();
    if (!(await closeFormerConversation(table, { call, sessionId }))) return hangUpMarkup();
    const begun = await startTransfer(table, call, { actionId: action.id, sessionId });
    // A repeated callback gets the same answer while the transfer is under way.
    const isRepeat = call.transfer?.session_id === sessionId && call.transfer.state === 'dialling';
    if (!begun && !isRepeat) return hangUpMarkup();
    const ended = await callbackUrl('transfer-ended', key);
    const urls = { ended, status: await callbackUrl('transfer-status', key) };
    const conference = conferenceBy(action, sessionId);
    if (!conference) return transferMarkup(call, transferConfig.parse(action.config).phone_number, urls);
    // Without a known conference leg, the invocation that should have placed it may have died; then the callee does not
    // wait.
    const isComing = begun
      ? await ringParticipant(table, call, conference)
      : call.transfer?.call_sid !== undefined;
    return isComing ? conferenceMarkup(conference, urls) : redirectMarkup(ended);
  }),
);

const HANDED_ON: readonly string[] = ['action_transfer_call', 'action_add_to_conference'];

function handedOnTo({ agent }: StoredCall, data: string | undefined) {
  const { action_id } = handoff.safeParse(jsonOf(data ?? '')).data ?? {};
  return agent.actions.find(({ id, type }) => id === action_id && HANDED_ON.includes(type));
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
