import { systemClock } from '../platform/clock.ts';
import { getCall } from '../store/calls.ts';
import { stackTable } from '../store/table.ts';
import { emptyMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';
import { applyVendorStatus } from './vendor-status.ts';

/** The vendor tells of a change of a call's status; perhaps late, twice or out of order. */
export const handler = vendorCallback('status', async ({ name, form }) => {
  const table = stackTable();
  const { CallSid: sid, CallStatus: status, CallDuration: duration } = form;
  const call = await getCall(table, name);
  if (call && sid && status) {
    const news = { sid, status, ...(duration && { durationSeconds: Number(duration) }) };
    await applyVendorStatus(table, { call, news, now: systemClock() });
  }
  return emptyMarkup();
});
