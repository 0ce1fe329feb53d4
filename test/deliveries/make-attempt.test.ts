import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../../lambdas/deliveries/delivery-messages.ts';
import { type AttemptDependencies, makeAttempt } from '../../lambdas/deliveries/make-attempt.ts';
import type { StoredDelivery } from '../../lambdas/deliveries/model/delivery.ts';
import { sendEvent } from '../../lambdas/deliveries/send-event.ts';
import { loadDelivery } from '../../lambdas/deliveries/store/deliveries.ts';
import { recordKey } from '../../lambdas/platform/table/keys.ts';
import { getRecord } from '../../lambdas/records/store/records.ts';
import type { Webhook } from '../../lambdas/webhooks/model/webhook.ts';
import { webhookKind } from '../../lambdas/webhooks/model/webhook.ts';
import production from '../support/environments/production.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { storeDelivery as newStoredDelivery, storedWebhook } from '../support/table/stored-webhook.ts';
import { tableOfFile } from '../support/table/table.ts';

const START = new Date('2026-01-01T12:00:00Z');
const HOUR = 3600;

const table = await tableOfFile();
let receiver: WebhookReceiver;
let url: string;
/** The tests' own clock. */
let now: Date;
/** Schedules of deliveries, in order. */
let scheduled: { readonly delivery: StoredDelivery; readonly at: Date }[];

beforeEach(async () => {
  receiver = new WebhookReceiver();
  url = await receiver.listen();
  now = START;
  scheduled = [];
  return () => receiver.close();
});

process.env.OUTBOUND_ALLOWED_NETWORKS = '127.0.0.0/8';

const dependencies = (): AttemptDependencies => ({
  table,
  now: () => now,
  random: () => 0.5,
  send: (event, webhook) =>
    sendEvent(event, webhook, {
      now: () => now,
      apiUrl: 'https://api.example.com',
    }),
  schedule: async (delivery, at) => {
    scheduled.push({ delivery, at });
  },
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

const storeDelivery = (webhook: Webhook) => newStoredDelivery(table, webhook, now);

const attempt = (delivery: StoredDelivery) => makeAttempt(messageOf(delivery), dependencies());

const stored = async ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  (await loadDelivery(table, { userId, deliveryId }))!;

const webhookNow = async ({ user_id, id }: Webhook) => (await getRecord(table, user_id, webhookKind, id))!;

it('follows the schedule to its end, over 27 hours, and keeps the delivery as failed', async () => {
  receiver.status = 500;
  const delivery = await storeDelivery(await storeWebhook());
  const waits: number[] = [];

  for (;;) {
    await attempt(delivery);
    if ((await stored(delivery)).status !== 'pending') break;
    const { at } = scheduled.at(-1)!;
    waits.push((at.getTime() - now.getTime()) / 1000);
    now = at;
  }

  expect(waits).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
  expect(receiver.received).toHaveLength(8);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await stored(delivery)).toMatchObject({
    status: 'failed',
    failure_reason: 'exhausted',
    attempts: Array.from({ length: 8 }, () => expect.objectContaining({ status: 500 })),
  });
});

describe('a message', () => {
  it('that is repeated after its attempt was stored schedules the same next attempt, without a request', async () => {
    receiver.status = 500;
    const delivery = await storeDelivery(await storeWebhook());
    await attempt(delivery);

    await attempt(delivery);

    const [first, repeated] = scheduled;
    expect(receiver.received).toHaveLength(1);
    expect(repeated).toMatchObject({ at: first?.at, delivery: { attempts: [{ status: 500 }] } });
  });

  it('that is repeated before its attempt was stored is sent again with the same id, and one run goes on', async () => {
    receiver.status = 500;
    const release = receiver.hold();
    const delivery = await storeDelivery(await storeWebhook());

    const first = attempt(delivery);
    await receiver.receivedTimes(1);
    now = new Date(now.getTime() + 1);
    const second = attempt(delivery);
    await receiver.receivedTimes(2);
    release();
    await Promise.all([first, second]);

    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.event_id, delivery.event_id]);
    expect((await stored(delivery)).attempts).toHaveLength(1);
    expect(scheduled).toHaveLength(1);
  });
});

describe('a failing endpoint', () => {
  /** Makes consecutive deliveries fail. */
  async function failTimes(webhook: Webhook, times: number) {
    receiver.status = 500;
    for (let made = 0; made < times; made++) await attempt(await storeDelivery(webhook));
  }

  it('opens its circuit breaker after five consecutive failures: a delivery waits without an attempt', async () => {
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

  it('that fails a burst gets one request afterwards, and the others wait for it', async () => {
    const webhook = await storeWebhook();
    receiver.status = 500;
    const burst = await Promise.all(Array.from({ length: 12 }, () => storeDelivery(webhook)));
    await Promise.all(burst.map(attempt));
    const next = await Promise.all(Array.from({ length: 4 }, () => storeDelivery(webhook)));

    await Promise.all(next.map(attempt));

    const tried = (await Promise.all(next.map(stored))).filter(({ attempts }) => attempts.length > 0);
    expect(receiver.received).toHaveLength(13);
    expect(tried).toHaveLength(1);
  });

  it('gets all requests again after one success, which also begins the five days anew', async () => {
    const webhook = await storeWebhook();
    await failTimes(webhook, 5);
    now = new Date(now.getTime() + 31_000);
    receiver.status = 200;
    const [first, second] = [await storeDelivery(webhook), await storeDelivery(webhook)];

    await attempt(first);
    await attempt(second);
    now = new Date(START.getTime() + 6 * 24 * HOUR * 1000);
    await failTimes(webhook, 1);

    expect([(await stored(first)).status, (await stored(second)).status]).toEqual(['delivered', 'delivered']);
    expect((await webhookNow(webhook)).enabled).toBe(true);
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
});
