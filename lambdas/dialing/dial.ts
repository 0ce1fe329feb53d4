import { setTimeout as pause } from 'node:timers/promises';
import type { StoredCall } from '../domain/calls/call.ts';
import { systemClock } from '../runtime/clock.ts';
import { callbackKey, ownQueue, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { dialQueue } from '../runtime/queues.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import {
  CALLS_PER_SECOND,
  DETECT_MACHINES,
  MAX_CALL_SECONDS,
  MAX_OPEN_CALLS,
  RECONCILE_SECONDS,
  RECORD_CALLS,
  RING_SECONDS,
  TELEPHONY_API_URL,
} from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { FINISH_CALL } from '../store/calls/finish-call.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { dialBySlot } from './dial-by-slot.ts';

export const dialWorker = defineWorker({
  stack: 'Calls',
  id: 'Dial',
  description: 'Dials the calls that were created',
  trigger: {
    by: 'event',
    typePrefix: 'call_created',
    visibility: {
      seconds: 60,
      because:
        'A user waits for the call. The queue has one message an invocation, and no more than can run.',
    },
    // Each attempt at dialling takes two receives: one to get the dial slot and one for the call.
    maxAttempts: 10,
    deadLetterImpact: 'A call that a user placed may not have been dialled.',
    queue: dialQueue,
    maxConcurrency: 'dialling',
    schedules: { id: 'CallSchedules', group: '' },
  },
  grants: [tableAccess(FINISH_CALL), telephonyAccount, callbackKey, ownQueue(dialQueue)],
  variables: [
    CALLBACK_BASE_URL,
    TELEPHONY_API_URL,
    RECONCILE_SECONDS,
    RING_SECONDS,
    MAX_CALL_SECONDS,
    DETECT_MACHINES,
    RECORD_CALLS,
    CALLS_PER_SECOND,
    MAX_OPEN_CALLS,
  ],
  timeoutSeconds: 30,
});

/** Dials created calls: one after another for each account, round-robin by user. */
export const handler = workerHandler(
  dialWorker,
  eventConsumer({
    async handle({ user_id: userId, call_id: callId }, attempt) {
      const table = stackTable();
      const dependencies = { table, now: systemClock, pause, vendorOf: vendorFor(table) };
      const retryAfterSeconds = await dialBySlot({ userId, callId, attempt }, dependencies);
      return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
    },
    postpone: postponeIn(dialQueue),
  }),
);

const vendorFor = (table: Table) => async (call: StoredCall) => {
  const client = await telephonyClientOf(table, call);
  return client && new VendorCalls(client);
};
