import { withSnapshot } from '../../agents/store/snapshots.ts';
import { outboundAllowedNetworks } from '../../platform/outbound/settings.ts';
import { workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { issueOfContext } from '../model/call-context.ts';
import { isFinal, isVendorCallOf } from '../model/call-state.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { recordContext } from '../store/call-fields.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { CONNECT_VARIABLES, connectRelay, rejectCall } from './connect-relay.ts';
import { withContext } from './fetch-context.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { hangUpMarkup } from './twiml/markup.ts';

export const answerWorker = callbackWorker('answer', {
  id: 'Answer',
  description: 'Connects answered calls to the relay',
  tableActions: FINISH_CALL,
  variables: [...CONNECT_VARIABLES, reconcileSeconds, outboundAllowedNetworks, PRICES],
  callerWaitsFor: 'call',
  isCallStep: true,
});

/** The callee answered: connects the relay, unless the call is over, has another id at the vendor, or was never dialed. */
export const handler = workerHandler(
  answerWorker,
  vendorCallback('answer', async ({ table, call, form, arrivedAt }) => {
    const sid = form.CallSid;
    if (!call || isFinal(call.status) || !isVendorCallOf(call, sid)) return hangUpMarkup();
    const [callWithSnapshot] = await Promise.all([
      withSnapshot(table, call),
      applyVendorStatus(table, { call, report: { sid, status: 'in-progress' }, now: arrivedAt }),
    ]);
    if (!callWithSnapshot) return hangUpMarkup();
    const callWithContext = await withContext(callWithSnapshot);
    const issue = issueOfContext(callWithContext);
    if (issue !== undefined) return rejectCall(table, callWithSnapshot, issue);
    if (callWithContext !== callWithSnapshot) await recordContext(table, callWithContext);
    return connectRelay(callWithContext);
  }),
);
