// A replay of thousands of deliveries to slow endpoints is limited to its share: turns of conversations come first.
import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Invocation } from 'cdk-local/functions/start-functions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveryIdOf } from '../../../lambdas/domain/events/delivery.ts';
import { recordKey } from '../../../lambdas/store/table/keys.ts';
import { tableOf } from '../../../lambdas/store/table/table.ts';
import { production } from '../../../lib/config/production.ts';
import { tableName } from '../../../lib/constructs/store.ts';
import { USERS } from '../../../local/seed.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { addModelRules } from '../../support/scene.ts';
import { until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';
import { startTalk } from '../../support/talk.ts';

const [, { id: NOISY }] = USERS;
const DELIVERIES = 5_000;
const TURNS = 6;

const receiver = new WebhookReceiver();
let service: OwnService;
/** Finished invocations, with their beginning and end on the clock of this process. */
const invocations: (Invocation & { readonly from: number; readonly to: number })[] = [];

beforeAll(async () => {
  service = await startOwnService(
    // A busy machine is no silent callee.
    { MAX_SILENCE_SECONDS: '300' },
    {
      onInvocation: (invocation) => {
        const to = performance.now();
        invocations.push({ ...invocation, from: to - invocation.durationMs, to });
      },
    },
  );
}, 120_000);

afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Deliveries of a webhook that were made an hour ago. */
async function storeDeliveries(webhookId: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: service.connection.aws_endpoint_url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  const table = tableOf(client, tableName(production));
  const hourAgo = Date.now() - 3_600_000;
  const requests = Array.from({ length: DELIVERIES }, (_, index) => {
    const event = { id: randomUUID(), timestamp: new Date(hourAgo + index).toISOString() };
    const id = deliveryIdOf(event, webhookId);
    const Item = {
      ...recordKey(NOISY, 'delivery', id),
      id,
      user_id: NOISY,
      webhook_id: webhookId,
      event_id: event.id,
      type: 'event_message',
      call_id: randomUUID(),
      timestamp: event.timestamp,
      sequence: 1,
      test: false,
      payload: { sender: 'human', text: 'Hello.', timestamp: event.timestamp },
      status: 'delivered',
      created_at: event.timestamp,
      attempts: [],
      attempts_before: 0,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    };
    return { PutRequest: { Item } };
  });
  for (let at = 0; at < requests.length; at += 25)
    await client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(at, at + 25) } }));
  client.destroy();
}

const resourcesOf = (type: string) => service.runtime.resources.filter((resource) => resource.type === type);

/** The deployed function of an entry. */
function functionOf(entry: string) {
  const fn = resourcesOf('AWS::Lambda::Function').find(({ properties }) =>
    JSON.stringify(properties).includes(`"POWERTOOLS_SERVICE_NAME":"${entry}"`),
  );
  if (!fn) throw new Error(`There is no function ${entry}.`);
  return fn;
}

const invocationsOf = (entry: string) =>
  invocations.filter(({ functionName }) => functionName === functionOf(entry).ref);

/** The most invocations of a function at the same time. */
function mostAtOnce(entry: string): number {
  const changes = invocationsOf(entry).flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { by } of changes.sort((one, other) => one.at - other.at || one.by - other.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

it('a replay of 5,000 deliveries to a slow endpoint is bounded, so that every turn finds a container', {
  timeout: 300_000,
}, async () => {
  const { api, secondApi: noisyApi, connection } = service;
  const url = await receiver.listen();
  const webhook = await noisyApi.created('/v1/webhooks/create', { subscriptions: ['event_message'], url });
  await storeDeliveries(webhook.id);
  const replies = Array.from({ length: TURNS }, (_, turn) => `This is answer number ${turn}.`);
  await addModelRules(connection, [
    ...replies.map((reply, turn) => ({ when: { last_user: `question ${turn}` }, reply })),
  ]);

  // No answer arrives while the turns are taken.
  const release = receiver.hold();
  const replayFrom = new Date(Date.now() - 2 * 3_600_000).toISOString();
  await noisyApi.created(`/v1/webhooks/replay?id=${webhook.id}`, { from: replayFrom });
  await receiver.receivedTimes(4);
  await until('many deliveries to be looked at', () => {
    const looked = invocationsOf('webhooks/deliver').length;
    return looked > 50 || { waitingFor: looked };
  });
  const talk = await startTalk(connection, api, { prompt: 'REPLAY-BESIDE-TURNS' });
  const turnsFrom = performance.now();
  for (const [turn, reply] of replies.entries()) {
    await talk.line({ say: `Here is question ${turn}` });
    await talk.happened(reply);
  }
  const turnsTo = performance.now();
  release();

  const messages = invocationsOf('conversation/message').filter(({ to }) => to > turnsFrom);
  const mapping = resourcesOf('AWS::Lambda::EventSourceMapping').find(({ properties }) =>
    JSON.stringify(properties.FunctionName).includes(functionOf('webhooks/deliver').logicalId),
  );
  // The replay was under way all the time.
  const beside = invocationsOf('webhooks/deliver').filter(({ from, to }) => to > turnsFrom && from < turnsTo);
  expect(beside.length).toBeGreaterThan(TURNS);
  expect(mapping?.properties.ScalingConfig).toEqual({ MaximumConcurrency: production.webhooks.concurrency });
  expect(mostAtOnce('webhooks/deliver')).toBeLessThanOrEqual(production.webhooks.concurrency);
  expect(mostAtOnce('webhooks/redeliver')).toBeLessThanOrEqual(10);
  expect(mostAtOnce('webhooks/fan-out')).toBeLessThanOrEqual(production.webhooks.concurrency);
  // The turns' function has its own concurrency, and no invocation of it was refused or failed.
  expect(functionOf('conversation/message').properties.ReservedConcurrentExecutions).toBe(
    production.concurrency?.turns,
  );
  expect(messages.length).toBeGreaterThanOrEqual(TURNS);
  expect(messages.filter(({ result }) => !result.ok)).toEqual([]);
});
