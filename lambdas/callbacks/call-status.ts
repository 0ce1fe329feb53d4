import { vendorSeconds } from '../domain/calls/vendor-seconds.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { systemClock } from '../runtime/clock.ts';
import { vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** Handles a status of a call, which may be late, repeated or out of order. */
export const handler = vendorCallback('status', async ({ table, call, form }) => {
  const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
  if (call && sid && status) {
    const news = { sid, status, durationSeconds: vendorSeconds(duration) };
    await applyVendorStatus(table, { call, news, now: systemClock() });
  }
  return emptyMarkup();
});
