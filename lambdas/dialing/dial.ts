import { systemClock } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { getCall } from '../store/calls/calls.ts';
import { stackTable } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { awaitDialSlot } from './await-dial-slot.ts';
import { awaitSchedule } from './await-schedule.ts';
import { placeCall } from './place-call.ts';

/** Dials the calls that were created, each account's one after another. */
export const handler = eventConsumer({
  async handle({ user_id, call_id }) {
    const table = stackTable();
    const call = await getCall(table, { userId: user_id, callId: call_id });
    if (call?.status !== 'not_started' || call.dialling_at !== undefined) return undefined;
    const dependencies = { table, now: systemClock };
    const retryAfterSeconds =
      (await awaitSchedule(call, dependencies)) ?? (await awaitDialSlot(call, dependencies));
    if (retryAfterSeconds !== undefined) return { retryAfterSeconds };
    const client = await telephonyClientOf(table, call);
    const telephony = client && new VendorCalls(client);
    const outcome = await placeCall(call, { ...dependencies, telephony });
    logger.info('Dialled.', { callId: call_id, outcome });
    return undefined;
  },
  postpone: postponeIn('DIAL_QUEUE_URL'),
});
