// Users share the platform's telephony account. Its dial slots are distributed by user, whatever the order and
// number of the calls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

/** Slots that are long compared with the delay between a call's creation and the queue. */
const CALLS_PER_SECOND = 0.5;
const SECOND_NUMBER = '+15550003333';

let service: OwnService;
let agents: { first: string; second: string };

beforeAll(async () => {
  service = await startOwnService({ CALLS_PER_SECOND: String(CALLS_PER_SECOND), MAX_OPEN_CALLS: '200' });
  const [first, second] = await Promise.all([makeAgent(service.api), makeAgent(service.secondApi)]);
  agents = { first: first.agent.id, second: second.agent.id };
});

afterAll(() => service.close());

/** Numbers whose phones ring during a whole test. */
async function ringingNumbers(count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, newNumber);
  const callee = { answer: 'answer', ring_ms: 1_000_000 };
  await Promise.all(numbers.map((number) => setCallee(service.connection, number, callee)));
  return numbers;
}

/** Places a batch of the first user. Returns the ids of its calls. */
async function placeBatch(numbers: readonly string[]): Promise<string[]> {
  const { results } = await service.api.created('/v1/calls/batch', {
    from_number: service.connection.phone_number,
    agent: agents.first,
    recipients: numbers.map((to_number) => ({ to_number })),
  });
  return results.map(({ id }: { id: string }) => id);
}

/** The numbers among these that the vendor was asked to call, in order. */
async function dialled(numbers: readonly string[]): Promise<string[]> {
  const calls: { to: string; created_at: string }[] = await getJson(
    `${service.connection.carrier_url}/simulator/calls`,
  );
  return calls
    .filter(({ to }) => numbers.includes(to))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map(({ to }) => to);
}

/** Ends calls one after another: concurrent ends meet other limits. */
async function endAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await service.api.post(`/v1/calls/end?id=${id}`);
}

/**
 * Places a call of the second user. Returns the number of the first user's calls that were dialled between its
 * creation and its dialling.
 */
async function dialledBefore(theirs: readonly string[]): Promise<number> {
  const [to_number = ''] = await ringingNumbers(1);
  const before = await dialled(theirs);
  const body = { from_number: SECOND_NUMBER, to_number, agent: agents.second };
  const { id } = await service.secondApi.created('/v1/calls/create', body);
  const order = await until('the call of the second user', async () => {
    const found = await dialled([...theirs, to_number]);
    return found.includes(to_number) ? found : { waitingFor: found.length };
  });
  await service.secondApi.post(`/v1/calls/end?id=${id}`);
  return order.indexOf(to_number) - before.length;
}

/** Slots between a call's creation and its arrival in the queue. */
const ON_ITS_WAY = 1;

describe('the calls of a user', () => {
  it('are dialled within two slots although another user has placed 60 calls before', {
    timeout: 120_000,
  }, async () => {
    const numbers = await ringingNumbers(60);
    const ids = await placeBatch(numbers);
    await until('the first calls', async () =>
      (await dialled(numbers)).length > 2 ? true : { waitingFor: 'the first calls' },
    );

    const slots = await dialledBefore(numbers);
    await endAll(ids);

    expect(slots).toBeLessThanOrEqual(2 + ON_ITS_WAY);
  });

  it('do not wait for slots of calls that another user placed, ended and deleted', {
    timeout: 120_000,
  }, async () => {
    const numbers = await ringingNumbers(50);
    const ids = await placeBatch(numbers);
    await until('the first calls', async () =>
      (await dialled(numbers)).length > 2 ? true : { waitingFor: 'the first calls' },
    );
    await endAll(ids);
    for (const id of ids) await service.api.post(`/v1/calls/delete?id=${id}`);

    const startedAt = Date.now();
    await dialledBefore(numbers);

    // A fifth of the slots that the deleted calls would take.
    expect(Date.now() - startedAt).toBeLessThan((numbers.length / 5) * (1000 / CALLS_PER_SECOND));
  });
});
