import { faultOfContext } from '../domain/calls/call-context.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import { isVendorCallOf } from '../domain/calls/vendor-call.ts';
import { applyVendorStatus } from '../reconciliation/apply-vendor-status.ts';
import { systemClock } from '../runtime/clock.ts';
import { recordContext } from '../store/calls/calls.ts';
import { connectRelay } from './connect-relay.ts';
import { withContext } from './fetch-context.ts';
import { rejectCall } from './reject-call.ts';
import { vendorCallback } from './signed-callback.ts';
import { hangUpMarkup } from './twiml/say.ts';

/** The callee answered: connects the relay, unless the call is over, has another id at the vendor, or was never dialled. */
export const handler = vendorCallback('answer', async ({ table, call, form }) => {
  const sid = form.CallSid;
  if (!call || isFinal(call.status) || !isVendorCallOf(call, sid)) return hangUpMarkup();
  await applyVendorStatus(table, { call, news: { sid, status: 'in-progress' }, now: systemClock() });
  const ready = await withContext(call);
  const fault = faultOfContext(ready);
  if (fault !== undefined) return rejectCall(table, call, fault);
  if (ready !== call) await recordContext(table, ready);
  return connectRelay(ready);
});
