import { lackOfContext } from '../domain/call-context.ts';
import { isFinal } from '../domain/call-state.ts';
import { systemClock } from '../platform/clock.ts';
import { environment } from '../platform/environment.ts';
import { newId } from '../platform/ids.ts';
import { logger } from '../platform/logger.ts';
import { holdConversation } from './hold-conversation.ts';
import { numberCallback } from './number-request.ts';
import { receiveCall } from './receive-call.ts';
import { recordingUrlOf } from './recording-request.ts';
import { refuseConversation } from './refuse-conversation.ts';
import { farewellMarkup } from './relay-markup.ts';

/** Somebody calls a number, and the vendor asks what to do: let its agent talk to them, or refuse politely. */
export const handler = numberCallback('incoming', async ({ table, number, form }) => {
  const { CallSid: sid, From: from } = form;
  const dependencies = { table, now: systemClock, newId };
  const call = number && sid ? await receiveCall(number, { sid, from }, dependencies) : undefined;
  if (!call || isFinal(call.status)) {
    logger.info('A call was refused.', { numberId: number?.id, callId: call?.id });
    return farewellMarkup(environment('REFUSAL'));
  }
  const lack = lackOfContext(call);
  if (lack !== undefined) return refuseConversation(table, call, lack);
  return holdConversation(table, call, recordingUrlOf(call));
});
