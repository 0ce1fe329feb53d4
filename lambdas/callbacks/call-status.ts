import { awaitLastWords } from '../conversation/change-session.ts';
import { vendorSeconds } from '../domain/calls/vendor-seconds.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { PRICES } from '../runtime/variables/prices.ts';
import { RECONCILE_SECONDS } from '../runtime/variables/settings.ts';
import { workerHandler } from '../runtime/worker.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const callStatusWorker = callbackWorker('status', {
  id: 'Status',
  description: 'Handles statuses of calls',
  tableActions: FINISH_CALL,
  variables: [RECONCILE_SECONDS, PRICES],
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
