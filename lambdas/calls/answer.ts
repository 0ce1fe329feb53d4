import { lackOfContext } from '../domain/call-context.ts';
import { isFinal } from '../domain/call-state.ts';
import { systemClock } from '../platform/clock.ts';
import { recordContext } from '../store/calls.ts';
import { withContext } from './fetch-context.ts';
import { holdConversation } from './hold-conversation.ts';
import { refuseConversation } from './refuse-conversation.ts';
import { hangUpMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';
import { applyVendorStatus } from './vendor-status.ts';

/** The callee answered, and the vendor asks what to do: hold the conversation with us, unless the call is over or another. */
export const handler = vendorCallback('answer', async ({ table, call, form }) => {
  const sid = form.CallSid;
  if (!call || !sid || isFinal(call.status)) return hangUpMarkup();
  if (call.telephony_id !== undefined && call.telephony_id !== sid) return hangUpMarkup();
  await applyVendorStatus(table, { call, news: { sid, status: 'in-progress' }, now: systemClock() });
  const ready = await withContext(call);
  const lack = lackOfContext(ready);
  if (lack !== undefined) return refuseConversation(table, call, lack);
  if (ready !== call) await recordContext(table, ready);
  return holdConversation(table, ready);
});
