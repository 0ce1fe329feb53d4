// One user sends ten times as much as permitted, and another user must not notice.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadPeer } from '../support/peers/bad-peer.ts';
import { BAD_PEER_KINDS } from '../support/peers/bad-peer-kinds.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, setCallee } from '../support/scene.ts';
import { type Answer, getJson, until } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const SECOND_NUMBER = '+15550003333';
const WEBHOOKS = 60;
const switching = BAD_PEER_KINDS.find(({ name }) => name === 'switches protocols to WebSocket (101)');

const [slow, quiet] = [new WebhookReceiver(), new WebhookReceiver()];
const hostile = new BadPeer(switching!);
let service: OwnService;
/** An agent of each user, made before one of them has used up its requests. */
let agents: readonly [string, string];

beforeAll(async () => {
  service = await startOwnService(
    {
      CALLS_PER_SECOND: '1',
      MAX_OPEN_CALLS: '1000',
      TESTS_PER_MINUTE: '1000',
      // Low, so that a machine of any speed can send ten times as many.
      USER_REQUESTS_PER_SECOND: '40',
      USER_REQUESTS_AT_ONCE: '80',
    },
    // A slow clock, which the ten seconds are of: this machine does what many do in AWS.
    { speed: 0.25 },
  );
  const [first, second] = [await makeAgent(service.api), await makeAgent(service.secondApi)];
  agents = [first.agent.id, second.agent.id];
}, 180_000);

afterAll(async () => {
  await service.close();
  await Promise.all([slow, quiet, hostile].map((peer) => peer.close()));
});

/** Sends a request within the limit: again when it was refused for its rate. */
async function paced(send: () => Promise<Answer>): Promise<Answer['body']> {
  for (;;) {
    const { status, body } = await send();
    if (status === 200) return body;
    if (status !== 429) throw new Error(`${status}: ${JSON.stringify(body)}`);
    await wait(500);
  }
}

async function dialed(): Promise<string[]> {
  const calls: { to: string }[] = await getJson(`${service.connection.carrier_url}/simulator/calls`);
  return calls.map(({ to }) => to);
}

it('60 webhooks of one user that never answer, or switch protocols, delay the delivery of another user by less than 10 seconds', {
  timeout: 180_000,
}, async () => {
  const { api, secondApi } = service;
  const subscriptions = ['event_message'];
  const urls = [await slow.listen(), await hostile.listen()];
  const webhooks: string[] = [];
  for (let made = 0; made < WEBHOOKS; made++) {
    const body = { subscriptions, url: urls[made % 2] };
    webhooks.push((await paced(() => api.post('/v1/webhooks/create', body))).id);
  }
  const url = await quiet.listen();
  const other = await secondApi.created('/v1/webhooks/create', { subscriptions, url });
  const sample = () => secondApi.created(`/v1/webhooks/test?id=${other.id}`);
  // Starts the functions.
  await sample();
  await quiet.receivedTimes(1);
  const release = slow.hold();
  for (const id of webhooks) await paced(() => api.post(`/v1/webhooks/test?id=${id}`));
  await slow.receivedTimes(10);

  const begun = Date.now();
  await sample();
  await quiet.receivedTimes(2);
  const tookMs = Date.now() - begun;
  release();

  expect(tookMs).toBeLessThan(10_000);
  // The noisy user's deliveries are late, and none is lost.
  await until('every delivery', () => {
    const ids = new Set(slow.received.map(({ headers }) => headers['webhook-id']));
    return ids.size === WEBHOOKS / 2 || { waitingFor: ids.size };
  });
});

// Last: hundreds of its calls wait in the queue, which keeps the processor busy.
it('the call of a user is dialed within 10 seconds after 1,000 calls in two batches of another user', {
  timeout: 180_000,
}, async () => {
  const to_number = newNumber();
  await setCallee(service.connection, to_number, { answer: 'answer', ring_ms: 1_000_000 });
  const placed: unknown[] = [];
  // One batch of them all takes longer on a slow machine than API Gateway waits.
  for (let batches = 0; batches < 2; batches++) {
    const recipients = Array.from({ length: 500 }, () => ({ to_number: newNumber() }));
    const batch = { from_number: service.connection.phone_number, agent: agents[0], recipients };
    placed.push(...(await paced(() => service.api.post('/v1/calls/batch', batch))).results);
  }
  await until('the first calls', async () => ((await dialed()).length > 2 ? true : { waitingFor: 'calls' }));

  const body = { from_number: SECOND_NUMBER, to_number, agent: agents[1] };
  await service.secondApi.created('/v1/calls/create', body);
  const createdAt = Date.now();
  await until('the call of the second user', async () =>
    (await dialed()).includes(to_number) ? true : { waitingFor: to_number },
  );

  expect(Date.now() - createdAt).toBeLessThan(10_000);
  expect(placed).toHaveLength(1000);
  expect((await dialed()).length).toBeLessThan(200);
});
