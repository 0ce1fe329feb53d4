import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newDelivery, type StoredDelivery } from '../../../lambdas/domain/events/delivery.ts';
import type { PublicEvent } from '../../../lambdas/domain/events/events.ts';
import { MAX_PERMIT_WAITS } from '../../../lambdas/domain/events/permit-wait.ts';
import type { Webhook } from '../../../lambdas/domain/records/webhook.ts';
import { getRecord } from '../../../lambdas/store/records/records.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery, getDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import { messageOf } from '../../../lambdas/webhooks/attempt-message.ts';
import { takePermit } from '../../../lambdas/webhooks/delivery-permit.ts';
import { type AttemptDependencies, makeAttempt } from '../../../lambdas/webhooks/make-attempt.ts';
import { production } from '../../../lib/config/production.ts';
import { storedWebhook } from '../../support/stored-webhook.ts';
import { openTable } from '../../support/table.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

vi.hoisted(() => {
  // Every attempt is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const START = new Date('2026-01-01T12:00:00Z');
const HOUR = 3600;

let table: Table;
let close: () => Promise<void>;
let receiver: WebhookReceiver;
let url: string;
/** The tests' clock, which they move themselves. */
let now: Date;
/** What the queue or the scheduler was told, in order. */
let enqueued: { readonly delivery: StoredDelivery; readonly at: Date }[];
/** What the scheduler was told to send anew. */
let sentAnew: typeof enqueued;

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

beforeEach(async () => {
  receiver = new WebhookReceiver();
  url = await receiver.listen();
  now = START;
  enqueued = [];
  sentAnew = [];
  return () => receiver.close();
});

const dependencies = (): AttemptDependencies => ({
  table,
  now: () => now,
  random: () => 0.5,
  enqueue: async (delivery, at) => {
    enqueued.push({ delivery, at });
  },
  sendAnew: async (delivery, at) => {
    sentAnew.push({ delivery, at });
  },
  maxAtOncePerUser: production.webhooks.concurrencyPerUser,
  retrySeconds: production.webhooks.retrySeconds,
  disableAfterSeconds: production.webhooks.disableAfterHours * HOUR,
  allowedNetworks: ['127.0.0.0/8'],
  apiUrl: 'https://api.example.com',
});

/** A stored webhook whose URL is the receiver's. */
async function storeWebhook(changes: Partial<Webhook> = {}): Promise<Webhook> {
  const webhook = storedWebhook({ url, ...changes });
  const Item = { ...recordKey(webhook.user_id, 'webhook', webhook.id), ...webhook };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return webhook;
}

async function storeDelivery(webhook: Webhook): Promise<StoredDelivery> {
  const event: PublicEvent = {
    id: randomUUID(),
    type: 'event_message',
    user_id: webhook.user_id,
    call_id: randomUUID(),
    webhook_id: webhook.id,
    timestamp: now.toISOString(),
    sequence: 3,
    payload: { text: 'Hello.' },
  };
  const delivery = newDelivery(event, webhook, { now });
  await createDelivery(table, delivery);
  return delivery;
}

const attempt = (delivery: StoredDelivery, received = 1) =>
  makeAttempt(messageOf(delivery), received, dependencies());

const stored = async ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  (await getDelivery(table, { userId, deliveryId }))!;

const webhookNow = async ({ user_id, id }: Webhook) => (await getRecord(table, user_id, 'webhook', id))!;

/** Moves the clock to what was enqueued last, and does it; gives how many seconds that took. */
async function travel(): Promise<number> {
  const { delivery, at } = enqueued.at(-1)!;
  const seconds = (at.getTime() - now.getTime()) / 1000;
  now = at;
  await attempt(delivery);
  return seconds;
}

describe('the retry schedule', () => {
  it('is followed to its end, over 27 hours, and the delivery is kept as failed', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());

    await attempt(delivery);
    const waits: number[] = [];
    while ((await stored(delivery)).status === 'pending') waits.push(await travel());

    // After the fifth failure in a row the endpoint rests, and what is due in time of rest is put off; here it never is.
    expect(waits).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await stored(delivery)).toMatchObject({
      status: 'failed',
      failure_reason: 'exhausted',
      attempts: Array.from({ length: 8 }, () => expect.objectContaining({ status: 500 })),
    });
  });

  it('ends as soon as a receiver takes the event', async () => {
    receiver.status = 503;
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);
    receiver.status = 204;

    await travel();

    expect(await stored(delivery)).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 503 }, { status: 204 }],
    });
    expect(enqueued).toHaveLength(1);
  });

  it('waits for as long as Retry-After asks', async () => {
    receiver.status = 429;
    receiver.headers = { 'retry-after': '7200' };
    const delivery = await storeDelivery(await storeWebhook());

    await attempt(delivery);

    expect(enqueued.at(-1)?.at).toEqual(new Date(START.getTime() + 7200_000));
  });
});

describe('a message', () => {
  it('that comes again after its attempt was kept is not sent again, and tells of the next attempt', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);
    const [next] = enqueued;

    await attempt(delivery, 2);

    expect(receiver.received).toHaveLength(1);
    expect(enqueued.map(({ delivery: { attempts }, at }) => [attempts.length, at])).toEqual([
      [1, next?.at],
      [1, next?.at],
    ]);
  });

  it('that comes again before its attempt was kept is sent again with the same id', async () => {
    const webhook = await storeWebhook();
    const delivery = await storeDelivery(webhook);

    await Promise.all([attempt(delivery), attempt(delivery, 2)]);

    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.event_id, delivery.event_id]);
    expect((await stored(delivery)).attempts).toHaveLength(1);
  });

  it('that comes too early is put off', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);
    const { delivery: made, at } = enqueued[0]!;

    now = new Date(at.getTime() - 1_500);
    await attempt(made);

    expect(receiver.received).toHaveLength(1);
    expect(enqueued.at(-1)?.at).toEqual(at);
  });

  it('of a delivery that was delivered, or that there is not, does nothing', async () => {
    const webhook = await storeWebhook();
    const delivery = await storeDelivery(webhook);
    await attempt(delivery);

    await attempt(delivery, 2);
    await attempt({ ...delivery, id: randomUUID() });

    expect(receiver.received).toHaveLength(1);
    expect(enqueued).toEqual([]);
  });
});

describe('an endpoint that fails', () => {
  /** Makes so many deliveries fail, one after another. */
  async function failTimes(webhook: Webhook, times: number) {
    receiver.status = 500;
    for (let made = 0; made < times; made++) await attempt(await storeDelivery(webhook));
  }

  it('rests after five failures in a row: what is due is put off without an attempt', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 5);
    const delivery = await storeDelivery(webhook);

    await attempt(delivery);

    expect(receiver.received).toHaveLength(5);
    expect((await stored(delivery)).attempts).toEqual([]);
    const waitMs = enqueued.at(-1)!.at.getTime() - now.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(30_000);
    expect(waitMs).toBeLessThanOrEqual(45_000);
  });

  it('is tried by one delivery when the rest is over, and by all when that one succeeded', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 5);
    now = new Date(now.getTime() + 31_000);
    const [first, second, third] = [
      await storeDelivery(webhook),
      await storeDelivery(webhook),
      await storeDelivery(webhook),
    ];
    receiver.status = 200;

    await Promise.all([attempt(first), attempt(second)]);
    const tried = receiver.received.length - 5;
    await attempt(third);

    const [firstMade, secondMade] = [await stored(first), await stored(second)];
    expect(tried).toBe(1);
    expect([firstMade.status, secondMade.status].toSorted()).toEqual(['delivered', 'pending']);
    expect((await stored(third)).status).toBe('delivered');
  });

  it('does not keep the deliveries to others back', async () => {
    await failTimes(await storeWebhook(), 6);
    receiver.status = 200;
    const delivery = await storeDelivery(await storeWebhook());

    await attempt(delivery);

    expect((await stored(delivery)).status).toBe('delivered');
  });

  it('gets four requests at a time', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 1);
    const release = receiver.hold();
    const deliveries = await Promise.all(Array.from({ length: 6 }, () => storeDelivery(webhook)));

    const attempts = deliveries.map((delivery) => attempt(delivery));
    await receiver.receivedTimes(5);
    await expect.poll(() => enqueued.length).toBe(3);
    const atOnce = receiver.received.length - 1;
    release();
    await Promise.all(attempts);

    // One retry of the first failure, and two for which there was no place.
    expect(atOnce).toBe(4);
  });

  it('is switched off after five days of nothing but failures, and what is due is given up', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 1);
    now = new Date(START.getTime() + 5 * 24 * HOUR * 1000 - 1000);
    await failTimes(webhook, 1);
    const almost = await webhookNow(webhook);
    now = new Date(START.getTime() + 5 * 24 * HOUR * 1000);
    await failTimes(webhook, 1);
    const delivery = await storeDelivery(webhook);

    await attempt(delivery);

    expect(almost.enabled).toBe(true);
    expect(await webhookNow(webhook)).toMatchObject({
      enabled: false,
      disabled_reason: 'failing',
      disabled_at: now.toISOString(),
    });
    expect(await stored(delivery)).toMatchObject({ status: 'failed', failure_reason: 'webhook_disabled' });
  });

  it('is not switched off when it succeeded in between', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 1);
    receiver.status = 200;
    await attempt(await storeDelivery(webhook));
    now = new Date(START.getTime() + 6 * 24 * HOUR * 1000);

    await failTimes(webhook, 1);

    expect((await webhookNow(webhook)).enabled).toBe(true);
  });
});

describe('a user who has as many deliveries under way as one may have', () => {
  const MAX = production.webhooks.concurrencyPerUser;

  /** Deliveries that the receiver does not answer, one for each permit, to webhooks of one user. */
  async function takeAllPermits(webhook: Webhook) {
    const release = receiver.hold();
    const deliveries = await Promise.all(Array.from({ length: MAX }, () => storeDelivery(webhook)));
    const attempts = deliveries.map((delivery) => attempt(delivery));
    await receiver.receivedTimes(MAX);
    return async () => {
      release();
      await Promise.all(attempts);
    };
  }

  it('waits for a permit in the queue, whichever webhook the next delivery is for', async () => {
    const webhook = await storeWebhook();
    const other = await storeWebhook({ user_id: webhook.user_id });
    const giveBack = await takeAllPermits(webhook);
    const delivery = await storeDelivery(other);

    const waits = [await attempt(delivery), await attempt(delivery, 10)];
    const sent = receiver.received.length;
    await giveBack();
    const last = await attempt(delivery, 11);

    expect(waits).toEqual([{ retryAfterSeconds: 2 }, { retryAfterSeconds: 20 }]);
    expect(sent).toBe(MAX);
    expect(last).toBeUndefined();
    expect(await stored(delivery)).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });
    expect(enqueued).toEqual([]);
  });

  it('has the message sent anew by a schedule before its receives are used up', async () => {
    const webhook = await storeWebhook();
    const giveBack = await takeAllPermits(webhook);
    const delivery = await storeDelivery(webhook);

    const waits = [await attempt(delivery, MAX_PERMIT_WAITS - 1), await attempt(delivery, MAX_PERMIT_WAITS)];
    await giveBack();

    expect(waits).toEqual([{ retryAfterSeconds: 20 }, undefined]);
    expect(sentAnew.map(({ delivery: { id }, at }) => [id, at.getTime() - now.getTime()])).toEqual([
      [delivery.id, 120_000],
    ]);
  });

  it('does not keep the deliveries of another user back', async () => {
    const giveBack = await takeAllPermits(await storeWebhook());
    const delivery = await storeDelivery(await storeWebhook());

    const attempted = attempt(delivery);
    await receiver.receivedTimes(MAX + 1);
    await giveBack();
    await attempted;

    expect((await stored(delivery)).status).toBe('delivered');
  });

  it('has its permits again when the time of those that a crash left is over', async () => {
    const webhook = await storeWebhook();
    const left = await Promise.all(Array.from({ length: MAX }, () => storeDelivery(webhook)));
    for (const delivery of left) await takePermit(table, delivery, { received: 1, max: MAX, now });
    const delivery = await storeDelivery(webhook);
    const early = await attempt(delivery);

    now = new Date(now.getTime() + 30_000);
    await attempt(delivery, 2);

    expect(early).toEqual({ retryAfterSeconds: 2 });
    expect((await stored(delivery)).status).toBe('delivered');
  });
});
