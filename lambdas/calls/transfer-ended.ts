import { isFinal } from '../domain/call-state.ts';
import { isReturning } from '../domain/opening.ts';
import { getCall } from '../store/calls.ts';
import { endTransfer } from '../store/transfers.ts';
import { holdConversation } from './hold-conversation.ts';
import { hangUpMarkup } from './relay-markup.ts';
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
  return holdConversation(table, current);
});
