import type { StoredCall } from '../domain/calls/call.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import { conferenceOf } from '../domain/calls/conference.ts';
import { isReturning } from '../domain/calls/opening.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { CALLBACK_BASE_URL, RELAY_URL } from '../runtime/variables/resources.ts';
import { NOISE_REDUCTION, TELEPHONY_API_URL } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { getCall } from '../store/calls/calls.ts';
import { endTransfer } from '../store/calls/transfers.ts';
import { callbackPath } from './callback-urls.ts';
import { abandonParticipant, stopRinging } from './conference-leg.ts';
import { connectRelay } from './connect-relay.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { hangUpMarkup } from './twiml/say.ts';

export const transferEndedWorker = defineWorker({
  stack: 'Calls',
  id: 'TransferEnded',
  description: 'Tells the vendor what follows a transfer',
  trigger: { by: 'callback', path: callbackPath('transfer-ended') },
  grants: [tableAccess(['GetItem', 'PutItem', 'UpdateItem']), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, TELEPHONY_API_URL, RELAY_URL, NOISE_REDUCTION],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  callerWaitsFor: 'call',
});

/** Handles the end of a transfer. If it failed, the callee returns to the agent. */
export const handler = workerHandler(
  transferEndedWorker,
  vendorCallback('transfer-ended', async ({ table, key, call, form }) => {
    const { DialCallSid: sid, CallStatus: callStatus } = form;
    if (!call || !isVendorCallOf(call, form.CallSid)) return hangUpMarkup();
    const isGone = callStatus !== 'in-progress';
    const isConference = conferenceOf(call) !== undefined;
    if (isConference && isGone) await abandonParticipant(table, call);
    if (isFinal(call.status)) return hangUpMarkup();
    const status = isConference ? statusOfConference(call) : (form.DialCallStatus ?? 'failed');
    const outcome = status === 'completed' || status === 'answered' ? 'done' : 'failed';
    // A callee who hung up during ringing does not return.
    if (outcome === 'failed' && isGone) return hangUpMarkup();
    await endTransfer(table, call, { outcome, sid, status });
    if (isConference && outcome === 'failed') await stopRinging(table, call);
    const current = await getCall(table, key);
    if (!current || isFinal(current.status) || !isReturning(current)) return hangUpMarkup();
    return connectRelay(current);
  }),
);

/** The vendor says of a conference only that the callee was in it; the stored call says what became of the conference leg. */
function statusOfConference({ stage }: StoredCall): string {
  return stage === 'transfer_successful' ? 'completed' : 'failed';
}
