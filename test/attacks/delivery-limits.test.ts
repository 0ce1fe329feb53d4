import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDelivery } from '../../lambdas/domain/events/delivery.ts';
import { replayLeasesKey } from '../../lambdas/store/table/keys.ts';
import { type Table, tableOf } from '../../lambdas/store/table/table.ts';
import { createDelivery } from '../../lambdas/store/webhooks/deliveries.ts';
import { endLease, takeLease } from '../../lambdas/store/webhooks/leases.ts';
import { listDeliveries } from '../../lambdas/store/webhooks/list-deliveries.ts';
import { production } from '../../lib/config/production.ts';
import { tableName } from '../../lib/constructs/store.ts';
import { USERS } from '../../local/seed.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const [{ id: USER }] = USERS;

let service: OwnService;
let table: Table;
let client: DynamoDBClient;
let receiver: WebhookReceiver;
let webhook: { readonly id: string };

beforeAll(async () => {
  service = await startOwnService(
    {
      TESTS_PER_MINUTE: '3',
      RETRIES_PER_MINUTE: '2',
      REPLAYS_AT_ONCE: '2',
      DELIVERIES_A_PART: '20',
    },
    // The parts of a replay are half a minute apart.
    { speed: 4 },
  );
  client = new DynamoDBClient({
    endpoint: service.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  table = tableOf(client, tableName(production));
  receiver = new WebhookReceiver();
  const url = await receiver.listen();
  webhook = await service.api.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
}, 180_000);

afterAll(async () => {
  client.destroy();
  await service.close();
  await receiver.close();
});

/** Waits until the minute of a budget has at least 48 seconds left: twelve real ones. */
const minuteWithRoom = () =>
  until('the beginning of a minute', () => {
    const second = (Date.now() / 1000) % 60;
    return second < 12 || { waitingFor: 60 - second };
  });

/** A delivery that was given up, of an event `secondsAgo`. */
async function storeFailed(secondsAgo: number): Promise<string> {
  const { body } = await service.api.get(`/v1/webhooks?id=${webhook.id}`);
  const event = {
    id: randomUUID(),
    type: 'event_message' as const,
    user_id: USER,
    call_id: randomUUID(),
    webhook_id: webhook.id,
    timestamp: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    sequence: 1,
    payload: { text: 'Hello.' },
  };
  const delivery = newDelivery(event, { ...body, enabled: false }, { now: new Date() });
  await createDelivery(table, delivery);
  return delivery.id;
}

describe('the limits of delivery requests', () => {
  it('refuse more tests and retries than a minute permits, with the time to wait, for one user only', {
    timeout: 180_000,
  }, async () => {
    await minuteWithRoom();
    const test = () => service.api.post(`/v1/webhooks/test?id=${webhook.id}`);
    const [id] = [await storeFailed(1_000)];
    const retry = () => service.api.post(`/v1/webhooks/deliveries/retry?id=${id}`);

    const tests = await Promise.all(Array.from({ length: 5 }, test));
    const retries = [await retry(), await retry(), await retry()];
    const other = await service.secondApi.created('/v1/webhooks/create', {
      subscriptions: ['event_message'],
      url: 'https://example.com/',
    });
    const otherTest = await service.secondApi.post(`/v1/webhooks/test?id=${other.id}`);

    expect(tests.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
    const refused = tests.find(({ status }) => status === 429)!;
    expect(refused.body.detail[0]).toMatchObject({
      type: 'too_many_delivery_requests',
      msg: expect.stringContaining('You may request 3 tests a minute; try again in'),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(retries.at(-1)!.status).toBe(429);
    expect(otherTest.status).toBe(200);
  });

  it('refuse a replay above the maximum of running ones', {
    timeout: 120_000,
  }, async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const replay = () => service.api.post(`/v1/webhooks/replay?id=${webhook.id}`, { from });
    const now = new Date();
    const leases = ['one', 'two'].map((holder) =>
      takeLease(table, { key: replayLeasesKey(USER), holder, max: 9, seconds: 600, now }),
    );
    const taken = await Promise.all(leases);

    const refused = await replay();
    for (const lease of taken) await endLease(table, lease!);
    const accepted = await replay();

    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body.detail[0].msg).toContain('You may have 2 replays running at once');
    expect(accepted.status).toBe(200);
  });

  it('split a long replay into parts, and count it as running until the last is done', {
    timeout: 300_000,
  }, async () => {
    const day = 24 * 3600;
    const ids = await Promise.all(Array.from({ length: 45 }, (_, number) => storeFailed(day + number)));
    const [from, till] = [day + 60, day - 60].map((ago) => new Date(Date.now() - ago * 1000).toISOString());
    const wanted = new Set(ids);
    const countOf = async (statuses: readonly string[]) => {
      const filter = { from, until: till };
      const { items: deliveries } = await listDeliveries(table, USER, { filter, size: 100 });
      return deliveries.filter(({ id, status }) => wanted.has(id) && statuses.includes(status)).length;
    };

    await service.api.created(`/v1/webhooks/replay?id=${webhook.id}`, { from, until: till });
    const untilDelivered = (count: number) =>
      until(`${count} deliveries`, async () => {
        const delivered = await countOf(['delivered']);
        return delivered >= count || { waitingFor: delivered };
      });
    await untilDelivered(20);
    const begun = await countOf(['pending', 'delivered']);
    await untilDelivered(ids.length);

    expect(begun).toBe(20);
    await until('the replay to be over', async () => {
      const all = await Promise.all(
        ['one', 'two'].map((holder) =>
          takeLease(table, { key: replayLeasesKey(USER), holder, max: 2, seconds: 1, now: new Date() }),
        ),
      );
      return all.every((lease) => lease !== undefined) || { waitingFor: 'the end of its lease' };
    });
  });
});

const AGENT = {
  prompt: { content: 'Be kind.' },
  voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
};

describe('webhooks that subscribe to all calls', () => {
  const all = { subscriptions: ['event_message'], url: 'https://example.com/', all_calls: true };

  it('are at most ten, whichever request creates them', {
    timeout: 120_000,
  }, async () => {
    const api = service.secondApi;
    const made = await Promise.all(Array.from({ length: 10 }, () => api.created('/v1/webhooks/create', all)));
    const other = await api.created('/v1/webhooks/create', { ...all, all_calls: false });

    const refused = [
      await api.post('/v1/webhooks/create', all),
      await api.post(`/v1/webhooks/update?id=${other.id}`, { all_calls: true }),
      await api.post('/v1/agents/create', { ...AGENT, webhook: all }),
    ];
    const again = await api.post(`/v1/webhooks/update?id=${made[0].id}`, { all_calls: true });
    await api.created(`/v1/webhooks/update?id=${made[0].id}`, { all_calls: false });
    const room = await api.post('/v1/webhooks/create', all);

    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body.detail[0]).toMatchObject({
        type: 'too_many_all_calls_webhooks',
        msg: expect.stringContaining('You may have 10 webhooks with `all_calls`'),
      });
    }
    expect([again.status, room.status]).toEqual([200, 200]);
  });
});
