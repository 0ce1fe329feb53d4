import { recordTransferCall } from '../store/transfers.ts';
import { emptyMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';

/** The vendor tells of the call to the number that a call is transferred to; perhaps late, twice or out of order. */
export const handler = vendorCallback('transfer-status', async ({ table, call, form }) => {
  const { CallSid: sid, CallStatus: status } = form;
  if (call && sid && status) await recordTransferCall(table, call, { sid, status });
  return emptyMarkup();
});
