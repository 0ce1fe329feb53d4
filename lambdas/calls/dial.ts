import { systemClock } from '../platform/clock.ts';
import { logger } from '../platform/logger.ts';
import { eventConsumer } from '../platform/queue.ts';
import { getCall } from '../store/calls.ts';
import { stackTable } from '../store/table.ts';
import { placeCall } from './place-call.ts';
import { platformTelephony } from './telephony.ts';

/** Dials the calls that were created. */
export const handler = eventConsumer({
  async handle({ user_id, call_id }) {
    const table = stackTable();
    const call = await getCall(table, { userId: user_id, callId: call_id });
    if (!call) return undefined;
    const outcome = await placeCall(call, { table, telephony: await platformTelephony(), now: systemClock });
    logger.info('Dialled.', { callId: call_id, outcome });
    return undefined;
  },
});
