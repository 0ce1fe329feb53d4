import { systemClock } from '../platform/clock.ts';
import { ownQueue, schedule, tableAccess } from '../platform/grants.ts';
import { outboundAllowedNetworks } from '../platform/outbound/settings.ts';
import { messageConsumer } from '../platform/queue.ts';
import { stackTable } from '../platform/table/table.ts';
import { API_URL } from '../platform/variables/resources.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { MAX_TRIES, readDeliveryMessage, scheduleDelivery } from './delivery-messages.ts';
import { makeAttempt } from './make-attempt.ts';
import { disableAfterHours, retrySeconds } from './model/settings.ts';
import { deliveryQueue } from './queues.ts';
import { sendEvent } from './send-event.ts';

export const deliverWorker = defineWorker({
  stack: 'Events',
  id: 'Deliveries',
  description: 'Delivers events to webhooks',
  trigger: {
    by: 'queue',
    queue: deliveryQueue,
    visibility: { seconds: 60, because: 'Users’ systems react to events during a call.' },
    maxAttempts: MAX_TRIES,
    maxConcurrency: 'deliveries',
    deadLetterImpact: 'A user’s system did not get an event, and the delivery is not retried automatically.',
    schedules: { id: 'DeliverySchedules', group: 'webhooks' },
  },
  grants: [
    tableAccess(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem']),
    schedule(deliveryQueue, ['CreateSchedule']),
    ownQueue(deliveryQueue),
  ],
  variables: [outboundAllowedNetworks, API_URL, retrySeconds, disableAfterHours],
  timeoutSeconds: 30,
});

export const handler = workerHandler(
  deliverWorker,
  messageConsumer({
    failsTogether: true,
    step: 'deliver',
    read: readDeliveryMessage,
    async handle(message) {
      await makeAttempt(message, {
        table: stackTable(),
        now: systemClock,
        random: Math.random,
        send: (event, webhook) =>
          sendEvent(event, webhook, {
            now: systemClock,
            apiUrl: readVariable(API_URL),
          }),
        schedule: (delivery, at) => scheduleDelivery(delivery, at, systemClock()),
        retrySeconds: readVariable(retrySeconds),
        disableAfterSeconds: readVariable(disableAfterHours) * 3600,
      });
      return undefined;
    },
  }),
);
