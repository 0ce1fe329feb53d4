import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Functions, InvocationResult } from 'cdk-local/functions/functions.ts';
import { createGateway } from 'cdk-local/gateway/gateway.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { usageKeyOf } from '../../../lambdas/domain/tokens/usage-key.ts';
import { production } from '../../../lib/config/production.ts';
import { usageKeyPool, usageKeysInUse } from '../../../lib/config/usage-keys.ts';
import { USERS } from '../../../local/seed.ts';
import { type Neighbours, neighboursOf } from '../../support/neighbours/neighbours.ts';
import { WatchedApi } from '../../support/neighbours/watched-api.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

/** Production's limits, unchanged. */
const { budgets, throttle, userThrottle } = production;
const KEYS = { pool: usageKeyPool(production), count: usageKeysInUse(production) };

let service: OwnService;
let neighbours: Neighbours;

beforeAll(async () => {
  // Transactions as long as on AWS, so that simultaneous ones may conflict.
  service = await startOwnService({}, { limits: { dynamodb: { transactionMs: 20 } } });
  neighbours = neighboursOf(service.connection);
}, 120_000);

afterAll(() => service.close());

/** Counts answers by status. */
const counts = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, Number)].map(([status, all]) => [status, all.length]));

describe('a user who sends 1,000 requests at once', () => {
  it('does not disturb another user, whose requests meanwhile get neither 429 nor 5xx', async () => {
    const { attacker, victim } = neighbours;
    // Decisions about both are cached: a thousand invocations of the authorizer would measure this machine.
    for (const { api } of [attacker, victim]) await api.get('/v1/agents/list');
    const done = new AbortController();

    const calmly = async () => {
      for (; !done.signal.aborted; await wait(10)) await victim.api.get('/v1/agents/list');
    };
    const calm = calmly();
    // The flood goes on until the other user has had some answers beside it.
    do await Promise.all(Array.from({ length: 1000 }, () => attacker.api.get('/v1/agents/list')));
    while (victim.api.seen.length <= 3);
    done.abort();
    await calm;

    expect(victim.api.seen.length).toBeGreaterThan(3);
    expect(victim.api.disturbances()).toEqual([]);
    expect(attacker.api.failures()).toEqual([]);
    // The number of refusals depends on the speed of this machine.
    for (const { retryAfter } of attacker.api.refusals()) expect(retryAfter).toMatch(/^[1-9]\d*$/);
  }, 120_000);
});

/** An API Gateway of production's template, with a clock of its own that stands still. */
async function gatewayAlone(functions: Functions = { invoke: async (arn, event) => answerOf(arn, event) }) {
  const clock = { now: 1_000_000_000 };
  const gateway = createGateway({ resources: service.runtime.resources, functions, now: () => clock.now });
  const server = createServer(gateway.handleRequest).listen({
    port: 0,
    host: '127.0.0.1',
    // A thousand connections at once, none of which waits for a second attempt.
    backlog: 4096,
  });
  onTestFinished(async () => {
    await gateway.close();
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (user: string) => {
    const response = await fetch(`${url}/v1/agents/list`, { headers: { authorization: `Bearer ${user}` } });
    await response.arrayBuffer();
    return response.status;
  };
  return { clock, url, send };
}

/** The authorizer takes a token for its user's id. */
function answerOf(arn: string, event: unknown): InvocationResult {
  if (!/CheckToken/.test(arn)) return { ok: true, payload: { statusCode: 200, body: '{}' } };
  const { headers } = event as { readonly headers: Readonly<Record<string, string>> };
  const user = (headers.authorization ?? '').replace('Bearer ', '');
  const policyDocument = { Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' }] };
  const usageIdentifierKey = usageKeyOf(user, KEYS);
  return { ok: true, payload: { principalId: user, policyDocument, usageIdentifierKey } };
}

describe('a user who creates 1,000 calls at once', () => {
  it('has as many as are permitted at once, and a 429 that says when to try again for each other', async () => {
    const { connection } = neighbours.attacker;
    const { clock, url } = await gatewayAlone({ invoke: service.runtime.invoke });
    const api = new WatchedApi(url, connection.second_access_token);
    const to_number = newNumber();
    await setCallee(connection, to_number, { answer: 'answer', ring_ms: 1_000_000 });
    const { agent } = await makeAgent(api);
    const body = { from_number: connection.phone_number, to_number, agent: agent.id };
    const create = async () => (await api.post('/v1/calls/create', body)).status;
    const createAtOnce = (calls: number) => {
      clock.now += 1000;
      return Promise.all(Array.from({ length: calls }, create));
    };
    const { burst } = userThrottle!;

    const first = await createAtOnce(1000);
    // The refused ones come again after the second that Retry-After names.
    const second = await createAtOnce(1000 - burst);
    clock.now += 1000;
    const list = await api.get('/v1/calls/list?size=1');

    expect(counts(first)).toEqual({ 200: burst, 429: 1000 - burst });
    expect(counts(second)).toEqual({ 200: burst, 429: 1000 - 2 * burst });
    expect(new Set(api.refusals().map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
    expect(list.headers.get('x-total-count')).toBe(String(2 * burst));
  }, 120_000);
});

describe('a user who sends ten times what a user may', () => {
  const [{ id: victim }, { id: attacker }] = USERS;
  const STEPS = 100;
  const SECONDS = 2;
  const flood = (10 * budgets.user.rate) / STEPS;

  it('is refused, and another user’s requests get no 429, at any second', async () => {
    const { clock, send } = await gatewayAlone();
    const sent: Record<'attacker' | 'victim', number[]> = { attacker: [], victim: [] };

    for (let step = 0; step < SECONDS * STEPS; step++) {
      clock.now += 1000 / STEPS;
      const wave = Array.from({ length: flood }, () => send(attacker));
      // As many as the victim's budget permits.
      const calm = Array.from({ length: budgets.token.rate / STEPS }, () => send(victim));
      sent.attacker.push(...(await Promise.all(wave)));
      sent.victim.push(...(await Promise.all(calm)));
    }

    expect(counts(sent.victim)).toEqual({ 200: budgets.token.rate * SECONDS });
    const admitted = counts(sent.attacker)[200] ?? 0;
    expect(admitted).toBeGreaterThanOrEqual(userThrottle!.rate * SECONDS);
    expect(admitted).toBeLessThanOrEqual(userThrottle!.rate * SECONDS + userThrottle!.burst);
  }, 120_000);

  it('leaves at least half of the API’s concurrent requests to others', async () => {
    const { send } = await gatewayAlone();
    await Promise.all(Array.from({ length: 1000 }, () => send(attacker)));

    const statuses: number[] = [];
    for (let index = 0; index < Math.min(userThrottle!.burst, throttle.burst / 2); index++)
      statuses.push(await send(victim));

    expect(counts(statuses)).toEqual({ 200: statuses.length });
  }, 60_000);
});

describe('the API keys of production', () => {
  it('spread users evenly: of 10,000, no key has more than twice its part', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) =>
      usageKeyOf(`0199aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`, KEYS),
    );
    const used = Map.groupBy(keys, String);

    expect(used.size).toBe(KEYS.count);
    expect(Math.max(...[...used.values()].map(({ length }) => length))).toBeLessThan(200);
  });

  it('differ for the two users of these tests, who would otherwise share a throttle', () => {
    const [one, two] = USERS.map(({ id }) => usageKeyOf(id, KEYS));

    expect(one).not.toBe(two);
  });
});
