import * as z from 'zod/mini';
import {
  hasRoomForAttempts,
  isImminent,
  newDelivery,
  type StoredDelivery,
} from '../domain/events/delivery.ts';
import {
  type DeliveryRequest,
  type ForgetRequest,
  storedRequest,
} from '../domain/events/delivery-request.ts';
import { sampleEvents } from '../domain/events/sample-events.ts';
import type { EventKind } from '../domain/records/webhook.ts';
import { systemClock } from '../runtime/clock.ts';
import { messageConsumer } from '../runtime/queue.ts';
import { getRecord } from '../store/records/records.ts';
import { stackTable, type Table } from '../store/table/table.ts';
import { createDelivery, forgetPayload, getDelivery, reopenDelivery } from '../store/webhooks/deliveries.ts';
import { type DeliveryFilter, findDeliveries } from '../store/webhooks/list-deliveries.ts';
import { enqueueNow } from './attempt-message.ts';

/** So many deliveries are written to at a time. */
const AT_A_TIME = 20;

const envelope = z.object({ detail: storedRequest });

/**
 * Makes the deliveries that owners ask for, and forgets what those of deleted calls tell. What a run does not come to the end of, the
 * next one goes on with.
 */
export const handler = messageConsumer({
  read: (json) => envelope.parse(json).detail,
  async handle(request) {
    const table = stackTable();
    if ('forget' in request) return forget(table, request);
    const { asked } = request;
    if (asked.kind === 'retry') await retry(table, request, asked.delivery_id);
    else if (asked.kind === 'test') await test(table, request, asked.subscriptions);
    else await replay(table, request, asked);
    return undefined;
  },
});

/** The delivery was begun anew when the request was stored. */
async function retry(table: Table, { user_id: userId, id }: DeliveryRequest, deliveryId: string) {
  const delivery = await getDelivery(table, { userId, deliveryId });
  if (delivery?.status === 'pending' && delivery.request_id === id) await enqueueNow(delivery);
}

async function test(table: Table, request: DeliveryRequest, kinds: readonly EventKind[]) {
  const webhook = await getRecord(table, request.user_id, 'webhook', request.webhook_id);
  if (!webhook) return;
  for (const event of sampleEvents(request, kinds)) {
    const delivery = newDelivery(event, webhook, { now: systemClock(), test: true });
    await createDelivery(table, delivery);
    if (delivery.status === 'pending') await enqueueNow(delivery);
  }
}

type Replay = Extract<DeliveryRequest['asked'], { readonly kind: 'replay' }>;

async function replay(table: Table, request: DeliveryRequest, { from, until, status }: Replay) {
  const filter = { webhook_id: request.webhook_id, from, until };
  await forEachDelivery(table, request.user_id, filter, (delivery) =>
    replayOne(table, request, { delivery, status }),
  );
}

async function forget(table: Table, { user_id: userId, forget: filter }: ForgetRequest): Promise<undefined> {
  await forEachDelivery(table, userId, filter, (delivery) => forgetPayload(table, delivery));
}

/** Does something with each delivery that a filter lets through, some at a time. */
async function forEachDelivery(
  table: Table,
  userId: string,
  filter: DeliveryFilter,
  act: (delivery: StoredDelivery) => Promise<void>,
): Promise<void> {
  for await (const { deliveries } of findDeliveries(table, userId, { filter })) {
    for (let start = 0; start < deliveries.length; start += AT_A_TIME) {
      await Promise.all(deliveries.slice(start, start + AT_A_TIME).map(act));
    }
  }
}

async function replayOne(
  table: Table,
  { id: requestId }: DeliveryRequest,
  { delivery, status }: { readonly delivery: StoredDelivery; readonly status: Replay['status'] },
) {
  if (delivery.request_id === requestId) {
    // An earlier run may have broken off before it told of it.
    if (delivery.status === 'pending' && delivery.attempts.length === delivery.attempts_before)
      await enqueueNow(delivery);
    return;
  }
  if (status !== undefined && delivery.status !== status) return;
  const now = systemClock();
  if (isImminent(delivery, now) || !hasRoomForAttempts(delivery)) return;
  if (await reopenDelivery(table, delivery, { requestId, now })) await enqueueNow(delivery);
}
