import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newDelivery, type StoredDelivery } from '../../../lambdas/domain/events/delivery.ts';
import { MAX_HIDDEN_WAITS } from '../../../lambdas/domain/events/delivery-wait.ts';
import type { PublicEvent } from '../../../lambdas/domain/events/events.ts';
import type { Webhook } from '../../../lambdas/domain/records/webhook.ts';
import { getRecord } from '../../../lambdas/store/records/records.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery, getDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import { messageOf } from '../../../lambdas/webhooks/attempt-message.ts';
import { takePermit } from '../../../lambdas/webhooks/delivery-permit.ts';
import { type AttemptDependencies, makeAttempt } from '../../../lambdas/webhooks/make-attempt.ts';
import { sendEvent } from '../../../lambdas/webhooks/send-event.ts';
import { production } from '../../../lib/config/production.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';
import { openTable } from '../../support/table/table.ts';

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
/** The tests' own clock. */
let now: Date;
/** Schedules of deliveries, in order. */
let scheduled: { readonly delivery: StoredDelivery; readonly at: Date }[];

beforeAll(async () => {
  ({ table, close } = await openTable());
});

afterAll(() => close());

beforeEach(async () => {
  receiver = new WebhookReceiver();
  url = await receiver.listen();
  now = START;
  scheduled = [];
  return () => receiver.close();
});

const dependencies = (): AttemptDependencies => ({
  table,
  now: () => now,
  random: () => 0.5,
  send: (event, webhook) =>
    sendEvent(event, webhook, {
      now: () => now,
      apiUrl: 'https://api.example.com',
      allowedNetworks: ['127.0.0.0/8'],
    }),
  schedule: async (delivery, at) => {
    scheduled.push({ delivery, at });
  },
  maxAtOnce: production.webhooks.concurrency,
  maxAtOncePerUser: production.webhooks.concurrencyPerUser,
  retrySeconds: production.webhooks.retrySeconds,
  disableAfterSeconds: production.webhooks.disableAfterHours * HOUR,
});

/** A stored webhook with the receiver's URL. */
async function storeWebhook(changes: Partial<Webhook> = {}): Promise<Webhook> {
  const webhook = storedWebhook({ url, ...changes });
  const Item = { ...recordKey(webhook.user_id, 'webhook', webhook.id), ...webhook };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return webhook;
}

/** A stored delivery. The end of its id determines its spread after a pause. */
async function storeDelivery(webhook: Webhook, idEnd?: string): Promise<StoredDelivery> {
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
  const created = newDelivery(event, webhook, { now });
  const delivery = idEnd ? { ...created, id: created.id.slice(0, -idEnd.length) + idEnd } : created;
  await createDelivery(table, delivery);
  return delivery;
}

const attempt = (delivery: StoredDelivery, received = 1) =>
  makeAttempt(messageOf(delivery), received, dependencies());

const stored = async ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  (await getDelivery(table, { userId, deliveryId }))!;

const webhookNow = async ({ user_id, id }: Webhook) => (await getRecord(table, user_id, 'webhook', id))!;

/** Makes attempts of a pending delivery until it is over, each at the end of its wait. Returns the waits in seconds. */
async function travel(delivery: StoredDelivery, onWait = (_seconds: number) => {}): Promise<number[]> {
  const waits: number[] = [];
  for (let received = 1; ; received += 1) {
    const hidden = await attempt(delivery, received);
    const { status } = await stored(delivery);
    if (status !== 'pending') return waits;
    const at = scheduled.at(-1)?.at;
    const seconds = hidden?.retryAfterSeconds ?? (at!.getTime() - now.getTime()) / 1000;
    if (!hidden) received = 0;
    waits.push(seconds);
    onWait(seconds);
    now = new Date(now.getTime() + seconds * 1000);
  }
}

describe('the retry schedule', () => {
  it('is followed to its end, over 27 hours, and the delivery is kept as failed', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());

    const waits = await travel(delivery);

    // After the fifth consecutive failure the circuit breaker opens and delays what is due; here nothing is.
    expect(waits).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
    expect(scheduled).toHaveLength(6);
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await stored(delivery)).toMatchObject({
      status: 'failed',
      failure_reason: 'exhausted',
      attempts: Array.from({ length: 8 }, () => expect.objectContaining({ status: 500 })),
    });
  });

  it('ends as soon as a receiver accepts the event', async () => {
    receiver.status = 503;
    const delivery = await storeDelivery(await storeWebhook());

    const waits = await travel(delivery, () => {
      receiver.status = 204;
    });

    expect(waits).toEqual([5]);
    expect(await stored(delivery)).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 503 }, { status: 204 }],
    });
  });

  it('waits for the seconds of Retry-After', async () => {
    receiver.status = 429;
    receiver.headers = { 'retry-after': '7200' };
    const delivery = await storeDelivery(await storeWebhook());

    await attempt(delivery);

    expect(scheduled).toMatchObject([{ at: new Date(START.getTime() + 7200_000) }]);
  });
});

describe('a message', () => {
  it('that is repeated after its attempt was stored waits for the next one, and is not sent again', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());
    const first = await attempt(delivery);

    const repeated = await attempt(delivery, 2);

    expect(receiver.received).toHaveLength(1);
    expect([first, repeated]).toEqual([{ retryAfterSeconds: 5 }, { retryAfterSeconds: 5 }]);
  });

  it('that is repeated after its attempt was stored schedules the same next attempt', async () => {
    receiver.status = 500;
    receiver.headers = { 'retry-after': '7200' };
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);

    await attempt(delivery, 2);

    const [first, repeated] = scheduled;
    expect(receiver.received).toHaveLength(1);
    expect(repeated).toMatchObject({ at: first?.at, delivery: { attempts: [{ status: 500 }] } });
  });

  it('that is repeated before its attempt was stored is sent again with the same id', async () => {
    const webhook = await storeWebhook();
    const delivery = await storeDelivery(webhook);

    await Promise.all([attempt(delivery), attempt(delivery, 2)]);

    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.event_id, delivery.event_id]);
    expect((await stored(delivery)).attempts).toHaveLength(1);
  });

  it('ends when another one of the same delivery stored the attempt', async () => {
    receiver.status = 500;
    const release = receiver.hold();
    const delivery = await storeDelivery(await storeWebhook());

    const first = attempt(delivery);
    await receiver.receivedTimes(1);
    now = new Date(now.getTime() + 1);
    const second = attempt(delivery, 2);
    await receiver.receivedTimes(2);
    release();
    const waits = await Promise.all([first, second]);

    expect(waits.filter((wait) => wait !== undefined)).toEqual([{ retryAfterSeconds: 5 }]);
    expect((await stored(delivery)).attempts).toHaveLength(1);
  });

  it('that is early waits until its time', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);

    now = new Date(now.getTime() + 3_500);
    const wait = await attempt(delivery, 2);

    expect(receiver.received).toHaveLength(1);
    expect(wait).toEqual({ retryAfterSeconds: 2 });
  });

  it('of a delivered or missing delivery does nothing', async () => {
    const webhook = await storeWebhook();
    const delivery = await storeDelivery(webhook);
    await attempt(delivery);

    const waits = [await attempt(delivery, 2), await attempt({ ...delivery, id: randomUUID() })];

    expect(receiver.received).toHaveLength(1);
    expect(waits).toEqual([undefined, undefined]);
    expect(scheduled).toEqual([]);
  });
});

describe('a failing endpoint', () => {
  /** Makes consecutive deliveries fail. */
  async function failTimes(webhook: Webhook, times: number) {
    receiver.status = 500;
    for (let made = 0; made < times; made++) await attempt(await storeDelivery(webhook));
  }

  it('opens its circuit breaker after five consecutive failures: deliveries are delayed without an attempt', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 5);
    const delivery = await storeDelivery(webhook);

    await attempt(delivery);

    expect(receiver.received).toHaveLength(5);
    expect((await stored(delivery)).attempts).toEqual([]);
    const waitMs = scheduled.at(-1)!.at.getTime() - now.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(30_000);
    expect(waitMs).toBeLessThanOrEqual(45_000);
  });

  it('delays a delivery to the same time if its message is repeated', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 5);
    // 30 s, and 7.5 s or 11.25 s of the spread: also after 2 s longer than a message stays hidden.
    const [delivery, other] = [
      await storeDelivery(webhook, '80000000'),
      await storeDelivery(webhook, 'c0000000'),
    ];

    await attempt(delivery);
    now = new Date(now.getTime() + 2_000);
    await attempt(delivery, 2);
    await attempt(other);

    const times = scheduled.slice(-3).map(({ at }) => at.getTime());
    expect(times[1]).toBe(times[0]);
    expect(times[2]).not.toBe(times[0]);
  });

  it('gets one trial request when its circuit breaker is half-open, and all after a success', async () => {
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

  it('does not delay deliveries to other endpoints', async () => {
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
    const first = [await Promise.race(attempts)];
    const late = await attempt(deliveries[0]!, 10);
    const atOnce = receiver.received.length - 1;
    release();
    const waits = await Promise.all(attempts);

    expect(atOnce).toBe(4);
    expect(first).toEqual([{ retryAfterSeconds: 2 }]);
    expect(waits.filter((wait) => wait?.retryAfterSeconds === 2)).toHaveLength(2);
    // A delivery that was received often waits longer.
    expect(late).toEqual({ retryAfterSeconds: 20 });
  });

  it('leaves half of its user’s permits to endpoints that answer', async () => {
    const user = { user_id: randomUUID() };
    const [one, other, healthy] = [
      await storeWebhook(user),
      await storeWebhook(user),
      await storeWebhook(user),
    ];
    await failTimes(one, 1);
    await failTimes(other, 1);
    const before = receiver.received.length;
    const release = receiver.hold();
    const failing = [one, one, one, one, other, other, other, other];
    const ofFailing = await Promise.all(failing.map((webhook) => storeDelivery(webhook)));
    const ofHealthy = await Promise.all(Array.from({ length: 5 }, () => storeDelivery(healthy)));

    const waiting: unknown[] = [];
    const attempts = ofFailing.map((delivery) =>
      attempt(delivery).then((wait) => {
        if (wait) waiting.push(wait);
      }),
    );
    await vi.waitUntil(() => waiting.length === 3, { timeout: 10_000 });
    await receiver.receivedTimes(before + 5);
    const waited = [...waiting];
    const toFailing = receiver.received.length - before;
    const healthyAttempts = ofHealthy.map((delivery) => attempt(delivery));
    await receiver.receivedTimes(before + 10);
    release();
    await Promise.all([...attempts, ...healthyAttempts]);

    expect(toFailing).toBe(5);
    expect(waited).toEqual([{ retryAfterSeconds: 2 }, { retryAfterSeconds: 2 }, { retryAfterSeconds: 2 }]);
  });

  it('is disabled after five days of nothing but failures, and pending deliveries are given up', async () => {
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

  it('is not disabled if a delivery succeeded in between', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 1);
    receiver.status = 200;
    await attempt(await storeDelivery(webhook));
    now = new Date(START.getTime() + 6 * 24 * HOUR * 1000);

    await failTimes(webhook, 1);

    expect((await webhookNow(webhook)).enabled).toBe(true);
  });
});

describe('a user with the maximum of deliveries under way', () => {
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
    expect(scheduled).toEqual([]);
  });

  it('has the message sent anew by a schedule before its receives are used up', async () => {
    const webhook = await storeWebhook();
    const giveBack = await takeAllPermits(webhook);
    const delivery = await storeDelivery(webhook);

    const waits = [await attempt(delivery, MAX_HIDDEN_WAITS - 1), await attempt(delivery, MAX_HIDDEN_WAITS)];
    await giveBack();

    expect(waits).toEqual([{ retryAfterSeconds: 20 }, undefined]);
    expect(scheduled.map(({ delivery: { id }, at }) => [id, at.getTime() - now.getTime()])).toEqual([
      [delivery.id, 120_000],
    ]);
  });

  it('does not delay the deliveries of another user', async () => {
    const giveBack = await takeAllPermits(await storeWebhook());
    const delivery = await storeDelivery(await storeWebhook());

    const attempted = attempt(delivery);
    await receiver.receivedTimes(MAX + 1);
    await giveBack();
    await attempted;

    expect((await stored(delivery)).status).toBe('delivered');
  });

  it('gets its permits back when those that a crash left expire', async () => {
    const webhook = await storeWebhook();
    const left = await Promise.all(Array.from({ length: MAX }, () => storeDelivery(webhook)));
    for (const delivery of left) await takePermit(table, { delivery, received: 1, now }, MAX);
    const delivery = await storeDelivery(webhook);
    const early = await attempt(delivery);

    now = new Date(now.getTime() + 30_000);
    await attempt(delivery, 2);

    expect(early).toEqual({ retryAfterSeconds: 2 });
    expect((await stored(delivery)).status).toBe('delivered');
  });
});
