import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { maxCallSeconds } from '../../conversation/model/settings.ts';
import { systemClock } from '../../platform/clock.ts';
import { callbackKeys, ownQueue, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { nameCall } from '../../platform/log/current-step.ts';
import { scheduledBody } from '../../platform/one-time-schedule.ts';
import { messageConsumer } from '../../platform/queue.ts';
import { postponeIn } from '../../platform/queues.ts';
import { stackTable } from '../../platform/table/table.ts';
import { CALLBACK_BASE_URL } from '../../platform/variables/resources.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { concurrentPerUser } from '../../usage/model/settings.ts';
import { OPEN_CALLS_INDEX } from '../../usage/store/keys.ts';
import { VendorCalls } from '../../vendors/telephony/calls.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import type { StoredCall } from '../model/call.ts';
import { dialMessage } from '../model/schedule.ts';
import {
  detectMachines,
  perSecondPerAccount,
  reconcileSeconds,
  recordings,
  ringSeconds,
} from '../model/settings.ts';
import { LAW_VARIABLES } from '../store/dial-permission.ts';
import { FINISH_CALL } from '../store/finish-call.ts';
import { dialQueue } from '../store/queues.ts';
import { dialCall } from './dial-once.ts';

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
        'A user waits for the call. The queue delivers one message per invocation, and no more than can run.',
    },
    // Each wait for a token is a receive. Waits grow with the age of the call, so these receives last for half a day.
    maxAttempts: 100,
    deadLetterImpact: 'A call that a user placed may not have been dialed.',
    maxConcurrency: 'dialConcurrency',
    schedules: { id: 'CallSchedules', group: '' },
  },
  grants: [
    tableAccess(['BatchGetItem', 'ConditionCheckItem', ...FINISH_CALL], [OPEN_CALLS_INDEX]),
    telephonyAccount,
    callbackKeys,
    ownQueue(dialQueue),
  ],
  variables: [
    CALLBACK_BASE_URL,
    telephony.apiUrl,
    reconcileSeconds,
    ringSeconds,
    maxCallSeconds,
    detectMachines,
    recordings.enabled,
    perSecondPerAccount,
    concurrentPerUser,
    ...LAW_VARIABLES,
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
      const vendorOf = async (call: StoredCall) => {
        const client = await telephonyClientOf(table, call);
        return client && new VendorCalls(client);
      };
      const dependencies = { table, now: systemClock, random: Math.random, vendorOf };
      const retryAfterSeconds = await dialCall({ userId, callId }, dependencies);
      return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
    },
    postpone: postponeIn(dialQueue),
  }),
);
