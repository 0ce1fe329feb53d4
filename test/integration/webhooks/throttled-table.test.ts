import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newDelivery, type StoredDelivery } from '../../../lambdas/domain/events/delivery.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { createDelivery, getDelivery } from '../../../lambdas/store/webhooks/deliveries.ts';
import { deliverWorker, handler } from '../../../lambdas/webhooks/deliver.ts';
import { messageOf } from '../../../lambdas/webhooks/delivery-messages.ts';
import { keptOf } from '../../support/kept-messages.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';
import { openTable } from '../../support/table/table.ts';
import { ThrottledTable } from '../../support/table/throttled-table.ts';
import { stubVariables } from '../../support/table/variables.ts';

vi.hoisted(() => {
  // Every attempt is logged.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

let table: Table;
let close: () => Promise<void>;
let throttled: ThrottledTable;
let receiver: WebhookReceiver;

beforeAll(async () => {
  ({ table, close } = await openTable());
  throttled = new ThrottledTable(table);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', await throttled.listen());
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'x');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
  stubVariables(variablesOf(deliverWorker), {
    TABLE_NAME: table.name,
    RETRY_SECONDS: '5',
    DISABLE_AFTER_SECONDS: '3600',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    API_URL: 'https://api.example.com',
  });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await throttled.close();
  await close();
});

beforeEach(() => {
  throttled.recover();
  receiver = new WebhookReceiver();
  return () => receiver.close();
});

/** A delivery that is due, to a webhook of the receiver's. */
async function dueDelivery(): Promise<StoredDelivery> {
  const webhook = storedWebhook({ url: await receiver.listen() });
  const Item = { ...recordKey(webhook.user_id, 'webhook', webhook.id), ...webhook };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const now = new Date();
  const event = {
    id: randomUUID(),
    type: 'event_message',
    user_id: webhook.user_id,
    call_id: randomUUID(),
    webhook_id: webhook.id,
    timestamp: now.toISOString(),
    sequence: 3,
    payload: { text: 'Hello.' },
  } as const;
  const delivery = newDelivery(event, webhook, { now });
  await createDelivery(table, delivery);
  return delivery;
}

/** Passes the delivery's message to the function as received `received` times. Returns whether the queue keeps it. */
async function receive(delivery: StoredDelivery, received: number): Promise<'done' | 'kept'> {
  const record = {
    messageId: 'message',
    body: JSON.stringify(messageOf(delivery)),
    attributes: { ApproximateReceiveCount: String(received) },
  } as SQSRecord;
  const kept = await keptOf(handler({ Records: [record] }), 1);
  return kept === 0 ? 'done' : 'kept';
}

const stored = ({ user_id: userId, id: deliveryId }: StoredDelivery) =>
  getDelivery(table, { userId, deliveryId });

const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('a delivery while the table is throttled', () => {
  it('stays in the queue before it is sent, and is sent once when the table recovers', async () => {
    const delivery = await dueDelivery();
    throttled.throttles = () => true;

    const during = await receive(delivery, 1);
    const sentDuring = receiver.received.length;
    throttled.recover();
    const after = await receive(delivery, 2);

    expect(during).toBe('kept');
    expect(sentDuring).toBe(0);
    expect(after).toBe('done');
    expect(idsReceived()).toEqual([delivery.event_id]);
    expect(await stored(delivery)).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });
  });

  it('is repeated with the same id when its attempt could not be stored', async () => {
    const delivery = await dueDelivery();
    // From when it was sent; the permit for it was taken before.
    throttled.throttles = (operation) => operation === 'UpdateItem' && receiver.received.length > 0;

    const during = await receive(delivery, 1);
    throttled.recover();
    const after = await receive(delivery, 2);
    const once = await receive(delivery, 3);

    expect([during, after, once]).toEqual(['kept', 'done', 'done']);
    expect(idsReceived()).toEqual([delivery.event_id, delivery.event_id]);
    expect(await stored(delivery)).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] });
  });

  it('succeeds if the throttling ends before the client gives up', async () => {
    const delivery = await dueDelivery();
    throttled.throttles = () => throttled.refused < 2;

    const outcome = await receive(delivery, 1);

    expect(outcome).toBe('done');
    expect(throttled.refused).toBe(2);
    expect(idsReceived()).toEqual([delivery.event_id]);
  });
});
