import { isFinal } from '../domain/call-state.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { getCall } from '../store/calls.ts';
import { stackTable } from '../store/table.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup, hangUpMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';
import { applyVendorStatus } from './vendor-status.ts';

/** The callee answered, and the vendor asks what to do: hold the conversation with us, unless the call is over or another. */
export const handler = vendorCallback('answer', async ({ name, form }) => {
  const table = stackTable();
  const call = await getCall(table, name);
  const sid = form.CallSid;
  if (!call || !sid || isFinal(call.status)) return hangUpMarkup();
  if (call.telephony_id !== undefined && call.telephony_id !== sid) return hangUpMarkup();
  await applyVendorStatus(table, { call, news: { sid, status: 'in-progress' }, now: systemClock() });
  return conversationMarkup(call, {
    relay: environment('RELAY_URL'),
    relayEnded: callbackUrl('relay-ended', name),
  });
});
