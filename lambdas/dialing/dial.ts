import type { StoredCall } from '../domain/calls/call.ts';
import { dialMessage } from '../domain/calls/dialing/schedule.ts';
import { systemClock } from '../runtime/clock.ts';
import { postponeIn } from '../runtime/enqueue.ts';
import { callbackKey, ownQueue, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { nameCall } from '../runtime/log/current-step.ts';
import { scheduledBody } from '../runtime/one-time-schedule.ts';
import { messageConsumer } from '../runtime/queue.ts';
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
import { OPEN_CALLS_INDEX } from '../store/table/keys.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { telephonyClientOf } from '../telephony/accounts.ts';
import { VendorCalls } from '../telephony/calls.ts';
import { dialCall } from './dial-call.ts';

export const dialWorker = defineWorker({
  stack: 'Calls',
  id: 'Dial',
  description: 'Dials the calls that were created',
  trigger: {
    by: 'queue',
    queue: dialQueue,
    visibility: {
      seconds: 60,
      because:
        'A user waits for the call. The queue has one message an invocation, and no more than can run.',
    },
    // Each wait for a token is a receive. Waits grow with the age of the call, so these last for half a day.
    maxAttempts: 100,
    deadLetterImpact: 'A call that a user placed may not have been dialled.',
    maxConcurrency: 'dialling',
    schedules: { id: 'CallSchedules', group: '' },
  },
  grants: [
    tableAccess(['BatchGetItem', ...FINISH_CALL], [OPEN_CALLS_INDEX]),
    telephonyAccount,
    callbackKey,
    ownQueue(dialQueue),
  ],
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

export const handler = workerHandler(
  dialWorker,
  messageConsumer({
    step: 'dial',
    read: (json) => dialMessage.parse(scheduledBody(json)),
    async handle({ user_id: userId, call_id: callId }) {
      nameCall({ userId, callId });
      const table = stackTable();
      const dependencies = { table, now: systemClock, random: Math.random, vendorOf: vendorFor(table) };
      const retryAfterSeconds = await dialCall({ userId, callId }, dependencies);
      return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
    },
    postpone: postponeIn(dialQueue),
  }),
);

const vendorFor = (table: Table) => async (call: StoredCall) => {
  const client = await telephonyClientOf(table, call);
  return client && new VendorCalls(client);
};
