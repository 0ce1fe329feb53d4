import { tableStore } from '../../conversation/store/conversations.ts';
import { awaitPlaybackReport } from '../../conversation/waits.ts';
import { workerHandler } from '../../platform/worker.ts';
import { PRICES } from '../../usage/model/prices.ts';
import { vendorSeconds } from '../../vendors/model/call-status.ts';
import { textUpdateIn } from '../../vendors/telephony/messages.ts';
import { reconcileSeconds } from '../model/settings.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { recordTextUpdate } from '../store/texts.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const callStatusWorker = callbackWorker('status', {
  id: 'Status',
  description: 'Handles statuses of calls and their text messages',
  tableActions: FINISH_CALL,
  variables: [reconcileSeconds, PRICES],
  isCallStep: true,
});

/** Handles a status of a call or text, late, repeated or out of order. The end waits for the agent's last words. */
export const handler = workerHandler(
  callStatusWorker,
  vendorCallback('status', async ({ table, key, call, form, attempt: place, arrivedAt }) => {
    const { CallSid: sid, CallStatus: status, CallDuration: duration, SipResponseCode: sipCode } = form;
    const textUpdate = textUpdateIn(form);
    if (textUpdate && place !== undefined) await recordTextUpdate(table, key, { place, ...textUpdate });
    if (call && sid && status) {
      const report = { sid, status, sipCode, durationSeconds: vendorSeconds(duration) };
      if (status === 'completed' && call.connection_id)
        await awaitPlaybackReport({ store: tableStore(table, call.connection_id) });
      await applyVendorStatus(table, { call, report, now: arrivedAt });
    }
    return emptyMarkup();
  }),
);
