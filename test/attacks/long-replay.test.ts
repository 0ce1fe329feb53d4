import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDelivery } from '../../lambdas/domain/events/delivery.ts';
import { replayLeasesKey } from '../../lambdas/store/table/keys.ts';
import { type Table, tableOf } from '../../lambdas/store/table/table.ts';
import { createDelivery } from '../../lambdas/store/webhooks/deliveries.ts';
import { takeLease } from '../../lambdas/store/webhooks/leases.ts';
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

it('a long replay is split into parts, and counts as running until the last is done', {
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
