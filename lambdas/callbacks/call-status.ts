import { awaitLastWords } from '../conversation/change-session.ts';
import { vendorSeconds } from '../domain/calls/vendor-seconds.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { callbackPath } from './callback-urls.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

export const callStatusWorker = defineWorker({
  stack: 'Calls',
  id: 'Status',
  description: 'Handles statuses of calls',
  trigger: { by: 'callback', path: callbackPath('status') },
  grants: [tableAccess(FINISH_CALL), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, RECONCILE_SECONDS, PRICES],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  isCallStep: true,
});

/**
 * Handles a status of a call, which may be late, repeated or out of order. The end of a call may arrive before the
 * report of the agent's last words, so it waits for that report.
 */
export const handler = workerHandler(
  callStatusWorker,
  vendorCallback('status', async ({ table, call, form, arrivedAt }) => {
    const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
    if (call && sid && status) {
      const news = { sid, status, durationSeconds: vendorSeconds(duration) };
      if (status === 'completed' && call.connection_id) await awaitLastWords(table, call.connection_id);
      await applyVendorStatus(table, { call, news, now: arrivedAt });
    }
    return emptyMarkup();
  }),
);
