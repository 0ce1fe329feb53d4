import { GIVEN_UP, SWITCHED_OFF } from '../domain/events/delivery-schedule.ts';
import { MAX_PERMIT_WAITS } from '../domain/events/permit-wait.ts';
import { systemClock } from '../runtime/clock.ts';
import { schedule, sendTo, tableAccess } from '../runtime/grants.ts';
import { postponeIn } from '../runtime/postpone.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { deliveryQueue, deliverySchedules } from '../runtime/queues.ts';
import { API_URL } from '../runtime/variables/resources.ts';
import {
  DELIVERIES_AT_ONCE_PER_USER,
  DISABLE_AFTER_SECONDS,
  OUTBOUND_ALLOWED_NETWORKS,
  RETRY_SECONDS,
} from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { stackTable } from '../store/table/table.ts';
import { MAX_TRIES, readAttemptMessage } from './attempt-message.ts';
import { enqueueAttempt, sendAnew } from './enqueue-attempt.ts';
import { makeAttempt } from './make-attempt.ts';

export const deliverWorker = defineWorker({
  stack: 'Events',
  id: 'Deliveries',
  description: 'Delivers events to webhooks',
  trigger: {
    by: 'queue',
    queue: deliveryQueue,
    visibilitySeconds: 60,
    // Each time that a message waited for a permit, it was received.
    maxAttempts: MAX_TRIES + MAX_PERMIT_WAITS,
    maxConcurrency: 'deliveries',
    deadLetterImpact: 'A user’s system was not told of an event, and it will not be tried again by itself.',
    schedules: { id: 'DeliverySchedules', group: 'webhooks' },
  },
  grants: [
    tableAccess(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem']),
    schedule(deliverySchedules, ['CreateSchedule']),
    sendTo(deliveryQueue),
  ],
  variables: [
    OUTBOUND_ALLOWED_NETWORKS,
    API_URL,
    RETRY_SECONDS,
    DISABLE_AFTER_SECONDS,
    DELIVERIES_AT_ONCE_PER_USER,
  ],
  timeoutSeconds: 30,
  metrics: { DeliveriesGivenUp: GIVEN_UP, WebhooksSwitchedOff: SWITCHED_OFF },
});

/** Makes the attempts that are due. */
export const handler = workerHandler(
  deliverWorker,
  messageConsumer({
    read: readAttemptMessage,
    handle: (message, received) =>
      makeAttempt(message, received, {
        table: stackTable(),
        now: systemClock,
        random: Math.random,
        enqueue: enqueueAttempt,
        sendAnew,
        maxAtOncePerUser: readVariable(DELIVERIES_AT_ONCE_PER_USER),
        retrySeconds: readVariable(RETRY_SECONDS),
        disableAfterSeconds: readVariable(DISABLE_AFTER_SECONDS),
        allowedNetworks: readVariable(OUTBOUND_ALLOWED_NETWORKS),
        apiUrl: readVariable(API_URL),
      }),
    postpone: postponeIn(deliveryQueue),
  }),
);
