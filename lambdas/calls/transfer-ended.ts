import { isFinal } from '../domain/call-state.ts';
import { isReturning } from '../domain/opening.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { getCall } from '../store/calls.ts';
import { expectRelay } from '../store/relay-accounts.ts';
import { endTransfer } from '../store/transfers.ts';
import { callbackUrl } from './callback-urls.ts';
import { conversationMarkup, hangUpMarkup } from './relay-markup.ts';
import { vendorCallback } from './vendor-request.ts';

/** The connection with the other number is over, or never came about: then the callee comes back to the agent. */
export const handler = vendorCallback('transfer-ended', async ({ table, name, call, form }) => {
  const { DialCallStatus: status = 'failed', DialCallSid: sid, CallStatus: callStatus } = form;
  if (!call || isFinal(call.status)) return hangUpMarkup();
  const outcome = status === 'completed' || status === 'answered' ? 'done' : 'failed';
  // A callee who hung up while it rang does not come back.
  if (outcome === 'failed' && callStatus !== 'in-progress') return hangUpMarkup();
  await endTransfer(table, call, { outcome, sid, status });
  const current = await getCall(table, name);
  if (!current || isFinal(current.status) || !isReturning(current)) return hangUpMarkup();
  const { user_id, telephony_account_connection } = current;
  if (telephony_account_connection !== null)
    await expectRelay(table, { user_id, telephony_account_connection }, systemClock());
  return conversationMarkup(current, {
    relay: environment('RELAY_URL'),
    relayEnded: callbackUrl('relay-ended', name),
  });
});
