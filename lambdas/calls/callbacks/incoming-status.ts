import { numberCallbackPath } from '../../numbers/number-urls.ts';
import { systemClock } from '../../platform/clock.ts';
import { callbackKeys, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { vendorSeconds } from '../../vendors/model/call-status.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { findInboundCall } from '../store/inbound-calls.ts';
import { numberCallback } from './number-callback.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const incomingStatusWorker = defineWorker({
  stack: 'Calls',
  id: 'IncomingStatus',
  description: 'Handles statuses of calls to numbers',
  trigger: { by: 'callback', path: numberCallbackPath('status') },
  grants: [tableAccess(FINISH_CALL), telephonyAccount, callbackKeys],
  variables: [CALLBACK_BASE_URL, reconcileSeconds, PRICES],
  isCallStep: true,
});

export const handler = workerHandler(
  incomingStatusWorker,
  numberCallback('status', async ({ table, number, form }) => {
    const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
    const call = number && sid ? await findInboundCall(table, number.user_id, sid) : undefined;
    if (call && sid && status) {
      const report = { sid, status, durationSeconds: vendorSeconds(duration) };
      await applyVendorStatus(table, { call, report, now: systemClock() });
    }
    return emptyMarkup();
  }),
);
