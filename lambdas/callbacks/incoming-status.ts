import { vendorSeconds } from '../domain/calls/vendor-seconds.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { systemClock } from '../runtime/clock.ts';
import { findInboundCall } from '../store/calls/inbound-calls.ts';
import { numberCallback } from './number-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** Handles the end of an inbound call; a rejected call is not stored. */
export const handler = numberCallback('status', async ({ table, number, form }) => {
  const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
  const call = number && sid ? await findInboundCall(table, number.user_id, sid) : undefined;
  if (call && sid && status) {
    const news = { sid, status, durationSeconds: vendorSeconds(duration) };
    await applyVendorStatus(table, { call, news, now: systemClock() });
  }
  return emptyMarkup();
});
