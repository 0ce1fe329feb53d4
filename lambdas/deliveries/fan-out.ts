import { agentKind } from '../agents/model/agent.ts';
import { consumerOf } from '../events/event-consumer.ts';
import { event, isPublic, ofCampaign, type PublicEvent } from '../events/model/events.ts';
import { systemClock } from '../platform/clock.ts';
import { sendTo, tableAccess } from '../platform/grants.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { getRecord } from '../records/store/records.ts';
import { loadSubscribers } from '../webhooks/store/webhooks.ts';
import { enqueueDelivery, MAX_TRIES } from './delivery-messages.ts';
import { newDelivery } from './model/delivery.ts';
import { deliveryQueue } from './queues.ts';
import { createDelivery } from './store/deliveries.ts';

/** Seconds by which a transcript is delayed, which is stored together with the end of its call. */
const TRANSCRIPT_SECONDS = 1;

export const fanOutWorker = defineWorker({
  stack: 'Events',
  id: 'FanOut',
  description: 'Creates deliveries of events',
  trigger: {
    by: 'event',
    typePrefix: 'event_',
    visibility: { seconds: 60, because: 'Users’ systems react to events during a call.' },
    maxAttempts: MAX_TRIES,
    deadLetterImpact: 'A user’s system does not get an event, and it is missing from the list of deliveries.',
    maxConcurrency: 'fanOut',
  },
  grants: [tableAccess(['GetItem', 'Query', 'PutItem']), sendTo(deliveryQueue)],
  timeoutSeconds: 30,
});

export const handler = workerHandler(
  fanOutWorker,
  consumerOf(event, {
    failsTogether: true,
    async handle(event, attempt) {
      if (!isPublic(event)) return undefined;
      const table = stackTable();
      const webhook_id = await webhookOf(table, event);
      const subscribers = await loadSubscribers(table, { ...event, webhook_id });
      await Promise.all(
        subscribers.map(async (webhook) => {
          const delivery = newDelivery(event, webhook, { now: systemClock() });
          const isNew = await createDelivery(table, delivery);
          // An earlier run may have stored the delivery without enqueuing it.
          const isNotEnqueued = isNew || attempt > 1;
          if (delivery.status === 'pending' && isNotEnqueued) {
            await enqueueDelivery(delivery, event.type === 'event_transcript' ? TRANSCRIPT_SECONDS : 0);
          }
        }),
      );
      return undefined;
    },
  }),
);

/** The webhook of the call's agent. Campaigns have that which their agent has now. */
async function webhookOf(table: Table, { call_id, user_id, webhook_id, payload }: PublicEvent) {
  if (call_id !== undefined) return webhook_id;
  const agent = await getRecord(table, user_id, agentKind, ofCampaign.parse(payload).agent);
  return agent?.webhook ?? null;
}
