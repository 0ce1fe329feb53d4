import { newDelivery } from '../domain/delivery.ts';
import { isPublic } from '../domain/events.ts';
import { systemClock } from '../platform/clock.ts';
import { eventConsumer } from '../platform/queue.ts';
import { createDelivery } from '../store/deliveries.ts';
import { loadSubscribers } from '../store/subscribers.ts';
import { stackTable } from '../store/table.ts';
import { announceNow } from './attempt-message.ts';

/** The transcript is stored in one write with the end of its call, and is normally to come after it, in seconds. */
const TRANSCRIPT_SECONDS = 1;

/** Makes a delivery of each event for each webhook that is to hear of it. */
export const handler = eventConsumer({
  async handle(event, attempt) {
    if (!isPublic(event)) return undefined;
    const table = stackTable();
    const subscribers = await loadSubscribers(table, event);
    await Promise.all(
      subscribers.map(async (webhook) => {
        const delivery = newDelivery(event, webhook, { now: systemClock() });
        const isNew = await createDelivery(table, delivery);
        // An earlier run may have broken off between the two.
        const isUnannounced = isNew || attempt > 1;
        if (delivery.status === 'pending' && isUnannounced) {
          await announceNow(delivery, event.type === 'event_transcript' ? TRANSCRIPT_SECONDS : 0);
        }
      }),
    );
    return undefined;
  },
});
