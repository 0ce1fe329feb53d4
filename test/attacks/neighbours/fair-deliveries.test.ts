import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpokenTurn } from '../../../lambdas/domain/conversations/session.ts';
import { factOfTurn } from '../../../lambdas/domain/events/facts.ts';
import { kindPrefix, recordKey, turnKey, userPartition } from '../../../lambdas/store/table/keys.ts';
import { type Table, tableOf } from '../../../lambdas/store/table/table.ts';
import { production } from '../../../lib/config/production.ts';
import { tableName } from '../../../lib/constructs/store.ts';
import { USERS } from '../../../local/seed.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { storedWebhook } from '../../support/table/stored-webhook.ts';

const [{ id: NOISY }, { id: QUIET }] = USERS;

let service: OwnService;
let table: Table;
let client: DynamoDBClient;

beforeAll(async () => {
  service = await startOwnService({});
  client = new DynamoDBClient({
    endpoint: service.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  table = tableOf(client, tableName(production));
}, 180_000);

afterAll(async () => {
  client.destroy();
  await service.close();
});

/** A receiver that can delay its answers, and counts the waiting requests. */
async function startReceiver() {
  const receivedAt = new Map<string, number>();
  const answers = new Set<() => void>();
  let isHolding = false;
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    if (!receivedAt.has(id)) receivedAt.set(id, Date.now());
    const answer = () => {
      answers.delete(answer);
      response.writeHead(204).end();
    };
    answers.add(answer);
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, answers.size);
    request.resume();
    response.once('close', () => answers.delete(answer));
    if (!isHolding) setTimeout(answer, 5);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    receivedAt,
    mostAtOnce: 0,
    held: () => answers.size,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const answer of [...answers]) answer();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** A webhook stored before limits existed. */
async function storeWebhook(userId: string, url: string): Promise<string> {
  const webhook = storedWebhook({ user_id: userId, url, subscriptions: ['event_message'] });
  const Item = { ...recordKey(userId, 'webhook', webhook.id), ...webhook };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return webhook.id;
}

/** Stores a message of a call whose agent has this webhook. Returns the event's id. */
async function storeEvent(userId: string, webhookId: string): Promise<string> {
  const turn: SpokenTurn = {
    call_id: randomUUID(),
    user_id: userId,
    webhook_id: webhookId,
    number: 1,
    sender: 'human',
    text: 'Hello.',
    timestamp: new Date().toISOString(),
  };
  const Item = { ...turnKey(randomUUID(), turn.number), ...turn };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return factOfTurn(turn).id;
}

/** Waits until `times` deliveries of the noisy user are stored. */
async function deliveriesAre(times: number): Promise<void> {
  let found = 0;
  for (const deadline = Date.now() + 60_000; found < times; await wait(200)) {
    if (Date.now() > deadline)
      throw new Error(`Gave up waiting for ${times} deliveries: there are ${found}.`);
    const pages = paginateQuery(table, {
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(NOISY), ':prefix': kindPrefix('delivery') },
      Select: 'COUNT',
    });
    found = 0;
    for await (const { Count = 0 } of pages) found += Count;
  }
}

async function waitFor(what: string, seconds: number, isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; !isSo(); await wait(5)) {
    if (Date.now() > deadline) throw new Error(`Gave up waiting for ${what}.`);
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

describe('a user whose 120 webhooks do not answer', () => {
  const WEBHOOKS = 120;
  const SAMPLES = 9;
  const { concurrencyPerUser } = production.webhooks;

  it('has a bounded number of concurrent requests, does not delay another user, and receives every event', {
    timeout: 300_000,
  }, async () => {
    const [noisy, quiet] = [await startReceiver(), await startReceiver()];
    const quietWebhook = await storeWebhook(QUIET, quiet.url);
    const latency = async () => {
      const at = Date.now();
      const id = await storeEvent(QUIET, quietWebhook);
      await waitFor('the quiet user’s event', 60, () => quiet.receivedAt.has(id));
      return quiet.receivedAt.get(id)! - at;
    };
    const measure = async () => {
      const values: number[] = [];
      while (values.length < SAMPLES) values.push(await latency());
      return values;
    };
    const webhooks = await Promise.all(
      Array.from({ length: WEBHOOKS }, () => storeWebhook(NOISY, noisy.url)),
    );
    const burst = () => Promise.all(webhooks.map((webhook) => storeEvent(NOISY, webhook)));
    const allArrived = (events: readonly string[]) =>
      waitFor('every event of the noisy user', 90, () => events.every((id) => noisy.receivedAt.has(id)));
    // Starts the functions with a burst that is answered at once.
    await allArrived(await burst());
    const before = await measure();

    noisy.hold();
    const events = await burst();
    await deliveriesAre(2 * WEBHOOKS);
    await waitFor('the noisy user’s requests', 60, () => noisy.held() >= concurrencyPerUser);
    const during = await measure();
    noisy.release();
    await allArrived(events);
    const after = await measure();
    noisy.close();
    quiet.close();

    console.info(JSON.stringify({ before, during, after, mostAtOnce: noisy.mostAtOnce }));
    expect(noisy.mostAtOnce).toBe(concurrencyPerUser);
    // The local runtime shares few processors with the noisy user's waiting messages; Lambda does not. The floor is far
    // below the 15 seconds for which each waiting request would occupy a consumer.
    const quietMs = Math.max(median(before), median(after));
    expect(median(during)).toBeLessThanOrEqual(Math.max(2 * quietMs, 4_000));
  });
});
