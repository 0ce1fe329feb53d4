// Users share the calls per second of the platform's telephony account.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const SECOND_NUMBER = '+15550003333';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({ CALLS_PER_SECOND: '1', MAX_OPEN_CALLS: '1000' });
});

afterAll(() => service.close());

async function dialled(): Promise<string[]> {
  const calls: { to: string }[] = await getJson(`${service.connection.carrier_url}/simulator/calls`);
  return calls.map(({ to }) => to);
}

it('the call of a user is dialled within 10 seconds after a batch of 1,000 of another user', {
  timeout: 180_000,
}, async () => {
  const [first, second] = await Promise.all([makeAgent(service.api), makeAgent(service.secondApi)]);
  const to_number = newNumber();
  await setCallee(service.connection, to_number, { answer: 'answer', ring_ms: 1_000_000 });
  const recipients = Array.from({ length: 1000 }, () => ({ to_number: newNumber() }));
  const { results } = await service.api.created('/v1/calls/batch', {
    from_number: service.connection.phone_number,
    agent: first.agent.id,
    recipients,
  });
  await until('the first calls', async () => ((await dialled()).length > 2 ? true : { waitingFor: 'calls' }));

  const body = { from_number: SECOND_NUMBER, to_number, agent: second.agent.id };
  await service.secondApi.created('/v1/calls/create', body);
  const createdAt = Date.now();
  await until('the call of the second user', async () =>
    (await dialled()).includes(to_number) ? true : { waitingFor: to_number },
  );

  expect(Date.now() - createdAt).toBeLessThan(10_000);
  expect(results).toHaveLength(1000);
  expect((await dialled()).length).toBeLessThan(200);
});
