import { systemClock } from '../platform/clock.ts';
import { emptyMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';
import { applyVendorStatus } from './vendor-status.ts';

/** The vendor tells of a change of a call's status; perhaps late, twice or out of order. */
export const handler = vendorCallback('status', async ({ table, call, form }) => {
  const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
  if (call && sid && status) {
    const news = { sid, status, ...(duration && { durationSeconds: Number(duration) }) };
    await applyVendorStatus(table, { call, news, now: systemClock() });
  }
  return emptyMarkup();
});
