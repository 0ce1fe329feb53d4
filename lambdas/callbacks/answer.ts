import { faultOfContext } from '../domain/calls/call-context.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { RELAY_URL } from '../runtime/variables/resources.ts';
import {
  NOISE_REDUCTION,
  OUTBOUND_ALLOWED_NETWORKS,
  RECONCILE_SECONDS,
} from '../runtime/variables/settings.ts';
import { workerHandler } from '../runtime/worker.ts';
import { recordContext } from '../store/calls/call-facts.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { withSnapshot } from '../store/snapshots/snapshots.ts';
import { connectRelay, rejectCall } from './connect-relay.ts';
import { withContext } from './fetch-context.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { hangUpMarkup } from './twiml/markup.ts';

export const answerWorker = callbackWorker('answer', {
  id: 'Answer',
  description: 'Connects answered calls to the relay',
  tableActions: FINISH_CALL,
  variables: [RECONCILE_SECONDS, RELAY_URL, NOISE_REDUCTION, OUTBOUND_ALLOWED_NETWORKS, PRICES],
  callerWaitsFor: 'call',
  isCallStep: true,
});

/** The callee answered: connects the relay, unless the call is over, has another id at the vendor, or was never dialled. */
export const handler = workerHandler(
  answerWorker,
  vendorCallback('answer', async ({ table, call, form, arrivedAt }) => {
    const sid = form.CallSid;
    if (!call || isFinal(call.status) || !isVendorCallOf(call, sid)) return hangUpMarkup();
    const [known] = await Promise.all([
      withSnapshot(table, call),
      applyVendorStatus(table, { call, news: { sid, status: 'in-progress' }, now: arrivedAt }),
    ]);
    if (!known) return hangUpMarkup();
    const ready = await withContext(known);
    const fault = faultOfContext(ready);
    if (fault !== undefined) return rejectCall(table, known, fault);
    if (ready !== known) await recordContext(table, ready);
    return connectRelay(ready);
  }),
);
