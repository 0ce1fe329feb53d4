import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCall } from '../domain/calls/call.ts';
import { systemClock } from '../runtime/clock.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { dialQueue } from '../runtime/queues.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { dialInTurn } from './dial-in-turn.ts';

/** Dials the calls that were created, each account's one after another, and its users' in turn. */
export const handler = eventConsumer({
  async handle({ user_id: userId, call_id: callId }, attempt) {
    const table = stackTable();
    const dependencies = { table, now: systemClock, pause, vendorOf: vendorFor(table) };
    const retryAfterSeconds = await dialInTurn({ userId, callId, attempt }, dependencies);
    return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
  },
  postpone: postponeIn(dialQueue),
});

const vendorFor = (table: Table) => async (call: StoredCall) => {
  const client = await telephonyClientOf(table, call);
  return client && new VendorCalls(client);
};
