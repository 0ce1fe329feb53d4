import { faultOfContext } from '../domain/calls/call-context.ts';
import { isFinal } from '../domain/calls/call-state.ts';
import { systemClock } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { logger } from '../runtime/logger.ts';
import { REFUSAL } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { connectRelay } from './connect-relay.ts';
import { numberCallback } from './number-callback.ts';
import { receiveCall } from './receive-call.ts';
import { recordingUrlOf } from './recording-request.ts';
import { rejectCall } from './reject-call.ts';
import { farewellMarkup } from './twiml/say.ts';

/** The vendor asks what to do with an inbound call: connects the agent of the number, or rejects the call with a sentence. */
export const handler = numberCallback('incoming', async ({ table, number, form }) => {
  const { CallSid: sid, From: from } = form;
  const dependencies = { table, now: systemClock, newId };
  const call = number && sid ? await receiveCall(number, { sid, from }, dependencies) : undefined;
  if (!call || isFinal(call.status)) {
    logger.info('A call was refused.', { numberId: number?.id, callId: call?.id });
    return farewellMarkup(readVariable(REFUSAL));
  }
  const fault = faultOfContext(call);
  if (fault !== undefined) return rejectCall(table, call, fault);
  return connectRelay(call, await recordingUrlOf(call));
});
