import { v5 } from 'uuid';
import * as z from 'zod/mini';
import { systemClock } from '../platform/clock.ts';
import { ownQueue, schedule, sendTo, tableAccess } from '../platform/grants.ts';
import { scheduledBody, scheduleOnce } from '../platform/one-time-schedule.ts';
import { messageConsumer } from '../platform/queue.ts';
import { endLease, takeLease } from '../platform/table/leases.ts';
import { stackTable, type Table } from '../platform/table/table.ts';
import { decimal } from '../platform/variables/codecs.ts';
import type { Setting } from '../platform/variables/setting.ts';
import { readVariable } from '../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../platform/worker.ts';
import { getRecord } from '../records/store/records.ts';
import type { EventKind } from '../webhooks/model/webhook.ts';
import { webhookKind } from '../webhooks/model/webhook.ts';
import { replayLeasesKey } from '../webhooks/store/keys.ts';
import { enqueueDelivery, MAX_TRIES } from './delivery-messages.ts';
import { hasRoomForAttempts, isImminent, newDelivery, type StoredDelivery } from './model/delivery.ts';
import { type DeliveryRequest, type StoredRequest, storedRequest } from './model/requested-deliveries.ts';
import { sampleEvents } from './model/sample-events.ts';
import { deliveryQueue, redeliveryQueue } from './queues.ts';
import {
  createDelivery,
  type DeliveryFilter,
  findDeliveries,
  forgetPayload,
  loadDelivery,
  reopenDelivery,
} from './store/deliveries.ts';
import { REPLAY_LEASE_SECONDS } from './store/delivery-requests.ts';

/** Maximum deliveries that one run of a replay restarts; the next part follows half a minute later. */
const DELIVERIES_A_PART: Setting<number> = { name: 'DELIVERIES_A_PART', codec: decimal, default: 1000 };

const envelope = z.object({ detail: storedRequest });

export const redeliverWorker = defineWorker({
  stack: 'Events',
  id: 'Redeliver',
  description: 'Handles owners’ requests for deliveries',
  trigger: {
    by: 'event',
    typePrefix: 'delivery_request',
    maxAttempts: MAX_TRIES,
    deadLetterImpact:
      'A user’s retry, replay or test did not happen, or words of a deleted call are still stored.',
    queue: redeliveryQueue,
    // Each request takes seconds, and the deliveries that it enqueues have bounds of their own.
    maxConcurrency: 10,
    schedules: { id: 'RedeliverySchedules', group: 'redeliveries' },
  },
  grants: [
    tableAccess(['GetItem', 'Query', 'PutItem', 'UpdateItem']),
    schedule(redeliveryQueue, ['CreateSchedule']),
    ownQueue(redeliveryQueue),
    sendTo(deliveryQueue),
  ],
  variables: [DELIVERIES_A_PART],
  // A run starts no more work after 20 seconds.
  timeoutSeconds: 60,
});

/** Handles delivery requests and erasures, long ones in scheduled parts: other users must not wait. */
export const handler = workerHandler(
  redeliverWorker,
  messageConsumer({
    failsTogether: true,
    step: 'redeliver',
    read: (json) => envelope.parse(scheduledBody(json)).detail,
    async handle(request) {
      const table = stackTable();
      if ('forget' in request) {
        const act = (delivery: StoredDelivery) => forgetPayload(table, delivery);
        await handlePart(table, request, { filter: request.forget, act });
      } else if (request.asked.kind === 'retry') await retry(table, request, request.asked.delivery_id);
      else if (request.asked.kind === 'test') await test(table, request, request.asked.subscriptions);
      else await replay(table, request, request.asked);
      return undefined;
    },
  }),
);

/** The delivery was restarted when the request was stored. */
async function retry(table: Table, { user_id: userId, id }: DeliveryRequest, deliveryId: string) {
  const delivery = await loadDelivery(table, { userId, deliveryId });
  if (delivery?.status === 'pending' && delivery.request_id === id) await enqueueDelivery(delivery);
}

async function test(table: Table, request: DeliveryRequest, kinds: readonly EventKind[]) {
  const webhook = await getRecord(table, request.user_id, webhookKind, request.webhook_id);
  if (!webhook) return;
  for (const event of sampleEvents(request, kinds)) {
    const delivery = newDelivery(event, webhook, { now: systemClock(), test: true });
    await createDelivery(table, delivery);
    if (delivery.status === 'pending') await enqueueDelivery(delivery);
  }
}

type Replay = Extract<DeliveryRequest['asked'], { readonly kind: 'replay' }>;

/** Replays a part of a period. Its lease is extended regardless of the user's limit, and ends with the last part. */
async function replay(table: Table, request: DeliveryRequest, { from, until, status }: Replay) {
  const { user_id, webhook_id, id, part_of: holder = id } = request;
  const lease = { key: replayLeasesKey(user_id), holder };
  const extension = { max: Number.MAX_SAFE_INTEGER, seconds: REPLAY_LEASE_SECONDS, now: systemClock() };
  await takeLease(table, { ...lease, ...extension });
  const isOver = await handlePart(table, request, {
    filter: { webhook_id, from, until },
    act: (delivery) => replayOne(table, holder, { delivery, status }),
  });
  if (isOver) await endLease(table, lease);
}

async function replayOne(
  table: Table,
  requestId: string,
  { delivery, status }: { readonly delivery: StoredDelivery; readonly status: Replay['status'] },
) {
  if (delivery.request_id === requestId) {
    // An earlier run may have stored it without enqueuing it.
    if (delivery.status === 'pending' && delivery.attempts.length === delivery.attempts_before)
      await enqueueDelivery(delivery);
    return;
  }
  if (status !== undefined && delivery.status !== status) return;
  const now = systemClock();
  if (isImminent(delivery, now) || !hasRoomForAttempts(delivery)) return;
  if (await reopenDelivery(table, delivery, { requestId, now })) await enqueueDelivery(delivery);
}

const AT_A_TIME = 20;

/** Milliseconds that a run spends on one request before it handles others. */
const RUN_MS = 20_000;

/** Seconds until the next part: by then, most attempts of the previous one are done. */
const PAUSE_SECONDS = 30;

interface Part {
  readonly filter: DeliveryFilter;
  readonly act: (delivery: StoredDelivery) => Promise<void>;
}

/**
 * Handles one part of a replay or an erasure, and schedules the next one, which has the same id if this part runs again:
 * Lambda stops a function that repeatedly sends to its own queue as a loop. Returns true if it was the last one.
 */
async function handlePart(table: Table, request: StoredRequest, part: Part): Promise<boolean> {
  const { user_id: userId, part_of = request.id } = request;
  const after = await forEachOfPart(table, request, part);
  if (after === undefined) return true;
  const id = v5(after, part_of);
  const message = { detail: { ...request, id, part_of, after } };
  const at = new Date(Date.now() + PAUSE_SECONDS * 1000);
  await scheduleOnce({ name: id, message, userId, at, queue: redeliveryQueue });
  return false;
}

/** Handles the deliveries of one part, some concurrently. Returns where the next part begins, or undefined. */
async function forEachOfPart(
  table: Table,
  { user_id, after }: StoredRequest,
  { filter, act }: Part,
): Promise<string | undefined> {
  const most = readVariable(DELIVERIES_A_PART);
  const end = Date.now() + RUN_MS;
  let done = 0;
  for await (const part of findDeliveries(table, user_id, { filter, after })) {
    for (let start = 0; start < part.items.length; start += AT_A_TIME) {
      const some = part.items.slice(start, start + AT_A_TIME);
      await Promise.all(some.map(act));
      done += some.length;
      if (done >= most || Date.now() > end) return some.at(-1)?.id;
    }
    if (Date.now() > end) return part.end;
  }
  return undefined;
}
