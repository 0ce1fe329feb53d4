import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const MAX_OPEN_CALLS = 4;
const CALLS_PER_SECOND = 2;

let service: OwnService;
let agentId: string;

beforeAll(async () => {
  service = await startOwnService({
    MAX_OPEN_CALLS: String(MAX_OPEN_CALLS),
    CALLS_PER_SECOND: String(CALLS_PER_SECOND),
  });
  agentId = (await makeAgent(service.api)).agent.id;
});

afterAll(() => service.close());

/** The body of a call to a callee with this behaviour. */
async function callTo(callee: object, agent = agentId) {
  const to_number = newNumber();
  await setCallee(service.connection, to_number, callee);
  return { from_number: service.connection.phone_number, to_number, agent };
}

const RINGING = { answer: 'answer', ring_ms: 1_000_000 };

describe('the limit of open calls', () => {
  it('refuses exactly the calls above it, with the time of the next try', async () => {
    const { api } = service;
    const bodies = await Promise.all(Array.from({ length: 10 }, () => callTo(RINGING)));

    const answers = await Promise.all(bodies.map((body) => api.post('/v1/calls/create', body)));

    const created = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([created.length, refused.length]).toEqual([MAX_OPEN_CALLS, 10 - MAX_OPEN_CALLS]);
    for (const { body, headers } of refused) {
      expect(body).toEqual({
        detail: [{ loc: [], msg: expect.stringContaining('4 open calls'), type: 'too_many_calls' }],
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await api.get('/v1/calls/list')).headers.get('x-total-count')).toBe(String(MAX_OPEN_CALLS));

    await Promise.all(created.map(({ body }) => api.post(`/v1/calls/end?id=${body.id}`)));
  });

  it('permits new calls as calls end, however they do and however often they are ended', async () => {
    const { api } = service;
    const ringing = await callTo(RINGING);
    const busy = await callTo({ answer: 'busy', ring_ms: 0 });
    const talking = await callTo({ answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] });
    const open = [];
    for (let number = 0; number < MAX_OPEN_CALLS; number++)
      open.push(await api.created('/v1/calls/create', ringing));
    const full = await api.post('/v1/calls/create', busy);
    const ended = open.pop();
    await Promise.all([1, 2, 3].map(() => api.post(`/v1/calls/end?id=${ended.id}`)));
    for (const body of [busy, talking]) {
      const { id } = await api.created('/v1/calls/create', body);
      await api.finishedCall(id);
    }

    const last = [await api.post('/v1/calls/create', ringing), await api.post('/v1/calls/create', ringing)];

    expect(full.status).toBe(429);
    expect(last.map(({ status }) => status)).toEqual([200, 429]);
    for (const { id } of [...open, last[0]?.body]) await api.post(`/v1/calls/end?id=${id}`);
  });

  it('releases the idempotency key of a refused call, and keeps the answer of a placed one', async () => {
    const { api } = service;
    const body = await callTo(RINGING);
    const send = (key: string) =>
      api.send('/v1/calls/create', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'idempotency-key': key },
      });
    const made = [];
    for (const key of ['one', 'two', 'three', 'four']) made.push(await send(key));
    const refused = await send('five');
    const repeated = await send('four');
    await api.post(`/v1/calls/end?id=${made[0]?.body.id}`);

    const retried = await send('five');

    expect([refused.status, repeated.status, retried.status]).toEqual([429, 200, 200]);
    expect(repeated.body.id).toBe(made[3]?.body.id);
    for (const { body } of [...made.slice(1), retried]) await api.post(`/v1/calls/end?id=${body.id}`);
  });

  it('is each user’s own', async () => {
    const { api, secondApi } = service;
    const body = await callTo(RINGING);
    const made = [];
    for (let number = 0; number < MAX_OPEN_CALLS; number++)
      made.push(await api.created('/v1/calls/create', body));
    const { agent } = await makeAgent(secondApi);
    const theirs = { ...(await callTo(RINGING, agent.id)), from_number: '+15550003333' };

    const { status, body: call } = await secondApi.post('/v1/calls/create', theirs);

    expect(status).toBe(200);
    await secondApi.post(`/v1/calls/end?id=${call.id}`);
    for (const { id } of made) await api.post(`/v1/calls/end?id=${id}`);
  });
});

describe('the rate of dialling', () => {
  it('applies to the account of both users: calls wait for their turn', async () => {
    const { api, secondApi, connection } = service;
    const { agent } = await makeAgent(secondApi);
    const ours = await Promise.all(Array.from({ length: MAX_OPEN_CALLS }, () => callTo(RINGING)));
    const theirs = await Promise.all(
      ours.map(async () => ({ ...(await callTo(RINGING, agent.id)), from_number: '+15550003333' })),
    );
    const numbers = [...ours, ...theirs].map(({ to_number }) => to_number);
    const begun = Date.now();
    await Promise.all([
      ...ours.map((body) => api.created('/v1/calls/create', body)),
      ...theirs.map((body) => secondApi.created('/v1/calls/create', body)),
    ]);

    const dialled = await until('all calls at the carrier', async () => {
      const calls: { to: string; created_at: string }[] = await getJson(
        `${connection.carrier_url}/simulator/calls`,
      );
      const found = calls.filter(({ to }) => numbers.includes(to));
      return found.length === numbers.length ? found : { waitingFor: found.length };
    });

    const last = Math.max(...dialled.map(({ created_at }) => Date.parse(created_at)));
    // Each call may be later than its slot, and none is earlier, but for a timer that fires a moment early.
    const leastMs = ((numbers.length - 1) * 1000) / CALLS_PER_SECOND;
    expect(last - begun).toBeGreaterThan(leastMs - 50);
  });
});
