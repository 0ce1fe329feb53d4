import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { proseOf } from '../../support/prose.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { type Answer, Api, getJson, until } from '../../support/service/api.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const from_number = connection.phone_number;
let agentId: string;

beforeAll(async () => {
  agentId = (await makeAgent(api)).agent.id;
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const headersWith = (key: string) => ({ 'idempotency-key': key });

/** Requests at once: hundreds would keep the service that all tests share busy for seconds. */
const AT_ONCE = 5;

/** Asks about each call of a batch, a few at once. */
async function inTurns(
  results: readonly { id: string }[],
  ask: (result: { id: string }) => Promise<Answer['body']>,
): Promise<Answer['body'][]> {
  const answers: Answer['body'][] = [];
  for (let start = 0; start < results.length; start += AT_ONCE)
    answers.push(...(await Promise.all(results.slice(start, start + AT_ONCE).map(ask))));
  return answers;
}

const endAll = (results: readonly { id: string }[]) =>
  inTurns(results, ({ id }) => api.post(`/v1/calls/end?id=${id}`));

describe('a batch of calls', () => {
  it('places a call for each recipient, with its own context and time', async () => {
    const numbers = [newNumber(), newNumber(), newNumber()];
    for (const number of numbers)
      await setCallee(connection, number, {
        answer: 'answer',
        script: [{ say: 'hello' }, { hang_up: true }],
      });
    const later = inHours(2);
    const muchLater = inHours(3);

    const { results } = await api.created('/v1/calls/batch', {
      from_number,
      agent: agentId,
      context: { practice: 'Ada & Co', name: 'you' },
      scheduled_at: later,
      recipients: [
        { to_number: numbers[0], scheduled_at: null },
        { to_number: numbers[1], context: { name: 'Grace' } },
        { to_number: numbers[2], scheduled_at: muchLater },
      ],
    });
    const ended = await api.finishedCall(results[0].id);
    const calls = await Promise.all(
      results.map(async ({ id }: { id: string }) => (await api.get(`/v1/calls?id=${id}`)).body),
    );

    expect(results.map(({ to_number }: { to_number: string }) => to_number)).toEqual(numbers);
    expect(ended.status).toBe('ended');
    expect(calls.map(({ scheduled_at }) => scheduled_at)).toEqual([undefined, later, muchLater]);
    expect(calls.map(({ context }) => context)).toEqual([
      { practice: 'Ada & Co', name: 'you' },
      { practice: 'Ada & Co', name: 'Grace' },
      { practice: 'Ada & Co', name: 'you' },
    ]);
    expect(calls.slice(1).map(({ status }) => status)).toEqual(['not_started', 'not_started']);
    for (const { id } of results.slice(1)) await api.post(`/v1/calls/end?id=${id}`);
  });

  it('reports faulty recipients, each at its place, and calls the others', async () => {
    const number = newNumber();
    const fine = { to_number: number, scheduled_at: inHours(1) };
    const recipients = [
      fine,
      { to_number: '12345' },
      { ...fine, nickname: 'Ada' },
      'nobody',
      {},
      { ...fine, scheduled_at: '2099-01-01T00:00:00Z' },
      { ...fine, context: { name: 7 } },
      fine,
    ];

    const { results } = await api.created('/v1/calls/batch', { from_number, agent: agentId, recipients });

    const at = (index: number, ...rest: string[]) => ['body', 'recipients', String(index), ...rest];
    expect(results).toEqual([
      { to_number: number, id: expect.any(String) },
      {
        to_number: '12345',
        error: { loc: at(1, 'to_number'), msg: expect.any(String), type: 'wrong_format' },
      },
      { to_number: number, error: { loc: at(2, 'nickname'), msg: 'Unknown key.', type: 'unknown_key' } },
      { to_number: null, error: { loc: at(3), msg: expect.any(String), type: 'wrong_type' } },
      { to_number: null, error: { loc: at(4, 'to_number'), msg: expect.any(String), type: 'missing' } },
      {
        to_number: number,
        error: { loc: at(5, 'scheduled_at'), msg: expect.any(String), type: 'too_far_ahead' },
      },
      {
        to_number: number,
        error: { loc: at(6, 'context', 'name'), msg: expect.any(String), type: 'wrong_type' },
      },
      { to_number: number, id: expect.any(String) },
    ]);
    for (const { id } of [results[0], results[7]]) await api.post(`/v1/calls/end?id=${id}`);
  });

  it.each([
    ['no recipients', { recipients: [] }, ['body', 'recipients'], 'too_small'],
    ['too many', { recipients: Array(1001).fill({}) }, ['body', 'recipients'], 'too_big'],
    [
      'an unknown agent',
      { agent: '0199a5d0-3c00-7a10-8b20-5f6e7d8c9b00' },
      ['body', 'agent'],
      'unknown_reference',
    ],
    ['a number of another user', { from_number: '+15550003333' }, ['body', 'from_number'], 'number_not_held'],
    ['an unknown key', { to_number: '+15551230001' }, ['body', 'to_number'], 'unknown_key'],
    [
      'a time too far ahead',
      { scheduled_at: '2099-01-01T00:00:00Z' },
      ['body', 'scheduled_at'],
      'too_far_ahead',
    ],
  ])('is refused as a whole for a fault in the common part: %s', async (_, changes, loc, type) => {
    const recipients = [{ to_number: newNumber() }];

    const answer = await api.post('/v1/calls/batch', { from_number, agent: agentId, recipients, ...changes });

    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
  });

  it('with a large agent stores it once, and deletes it with the last of the calls', async () => {
    const { agent } = await makeAgent(api, { prompt: 'Be kind. '.repeat(5_000) });
    const recipients = Array.from({ length: 200 }, () => ({ to_number: newNumber() }));
    const scheduled_at = inHours(1);

    const { results } = await api.created('/v1/calls/batch', {
      from_number,
      agent: agent.id,
      scheduled_at,
      recipients,
    });
    const [first, second] = results;
    await api.created(`/v1/calls/end?id=${first.id}`);
    await api.created(`/v1/calls/delete?id=${first.id}`);
    const { body: left } = await api.get(`/v1/calls?id=${second.id}`);
    await endAll(results.slice(1));

    expect(results.every(({ id }: { id?: string }) => id)).toBe(true);
    expect(left.agent.prompt).toHaveLength(45_000);
  }, 120_000);

  it('is refused when it is sent again without a key, unless it placed no call', async () => {
    const batch = {
      from_number,
      agent: agentId,
      scheduled_at: inHours(1),
      recipients: [{ to_number: newNumber() }],
    };
    const faulty = { ...batch, recipients: [{ to_number: '12' }] };

    const [first] = (await api.created('/v1/calls/batch', batch)).results;
    const again = await api.post('/v1/calls/batch', batch);
    const init = { method: 'POST', body: JSON.stringify(batch), headers: headersWith(newNumber()) };
    const [meant] = (await api.send('/v1/calls/batch', init)).body.results;
    const faults = [await api.post('/v1/calls/batch', faulty), await api.post('/v1/calls/batch', faulty)];
    for (const { id } of [first, meant]) await api.created(`/v1/calls/end?id=${id}`);

    expect(again).toMatchObject({
      status: 409,
      body: { detail: [{ loc: ['body'], type: 'repeated_batch' }] },
    });
    expect(meant.id).not.toBe(first.id);
    expect(faults.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is recognised by what it says, whatever the order of its keys and its spaces', async () => {
    const scheduled_at = inHours(1);
    const [first, second] = [newNumber(), newNumber()];
    const recipient = (to_number: string) => ({ to_number, context: { 2: 'b', 10: 'a', name: 'Zoë' } });
    const batch = { from_number, agent: agentId, scheduled_at, recipients: [first, second].map(recipient) };
    const reordered = {
      recipients: [first, second].map((to_number) => ({
        context: { name: 'Zoë', 10: 'a', 2: 'b' },
        to_number,
      })),
      scheduled_at,
      agent: agentId,
      from_number,
    };
    const written = JSON.stringify(reordered, null, 2).replaceAll('ë', '\\u00eb');
    const others = [
      { ...batch, recipients: [second, first].map(recipient) },
      { ...batch, scheduled_at: inHours(2) },
    ];

    const { results } = await api.created('/v1/calls/batch', batch);
    const again = await api.send('/v1/calls/batch', { method: 'POST', body: written });
    const different = await Promise.all(others.map((other) => api.post('/v1/calls/batch', other)));
    const placed = [results, ...different.map(({ body }) => body.results)].flat();
    for (const { id } of placed) await api.post(`/v1/calls/end?id=${id}`);

    expect(again).toMatchObject({ status: 409, body: { detail: [{ type: 'repeated_batch' }] } });
    expect(different.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('with large contexts is refused when it cannot be stored', async () => {
    const context = Object.fromEntries(
      Array.from({ length: 50 }, (_, key) => [`key_${key}`, 'x'.repeat(2_000)]),
    );
    const recipients = Array.from({ length: 500 }, () => ({ to_number: '+15551230001' }));

    const answer = await api.post('/v1/calls/batch', { from_number, agent: agentId, context, recipients });

    expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'batch_too_large' }] } });
  });

  it('creates an inline agent once for all calls', async () => {
    const agent = { prompt: { content: 'SPEC-BATCH' } };
    const recipients = Array.from({ length: 40 }, () => ({ to_number: newNumber() }));

    const { results } = await api.created('/v1/calls/batch', {
      from_number,
      agent,
      recipients,
      scheduled_at: inHours(1),
    });
    const calls = await inTurns(results, async ({ id }) => (await api.get(`/v1/calls?id=${id}`)).body);

    const [first] = new Set(calls.map((call) => call.agent.id));
    expect(new Set(calls.map((call) => call.agent.id)).size).toBe(1);
    expect((await api.get(`/v1/agents?id=${first}`)).body).toMatchObject({ prompt: 'SPEC-BATCH' });
    await endAll(results);
  });
});

describe('a batch of 1,000 with an agent of 30 KB', () => {
  let service: OwnService;
  let agent: string;

  beforeAll(async () => {
    const limits = { dynamodb: { transactionMs: 20 } };
    // By this clock, storing may take twice its 20 s: a busy machine needs more than half of them.
    service = await startOwnService({ MAX_OPEN_CALLS: '25' }, { limits, speed: 0.5 });
    agent = (await makeAgent(service.api, { prompt: proseOf(30_000) })).agent.id;
  });
  afterAll(() => service.close());

  const recipientsOf = (length: number) =>
    Array.from({ length }, (_, index) => ({
      to_number: `+1555200${String(index).padStart(4, '0')}`,
      context: { name: `Recipient ${index}`, ticket: `T-${index}`, note: 'x'.repeat(150) },
    }));

  it('is stored and answered in order, and only once although it is sent several times', {
    timeout: 120_000,
  }, async () => {
    const { api } = service;
    const recipients = recipientsOf(1000);
    const body = JSON.stringify({ from_number, agent, recipients, scheduled_at: inHours(1) });
    const init = { method: 'POST', body, headers: headersWith('batch-of-1000') };

    const first = await api.send('/v1/calls/batch', init);
    const second = await api.send('/v1/calls/batch', init);
    const list = await api.get('/v1/calls/list?size=100');

    expect(Buffer.byteLength(body)).toBeLessThan(300_000);
    expect(first.status).toBe(200);
    expect(first.body.results.map(({ to_number }: { to_number: string }) => to_number)).toEqual(
      recipients.map(({ to_number }) => to_number),
    );
    // After 20 s of storing, the others would have the error `broken_off`.
    expect(first.body.results.filter(({ error }: { error?: unknown }) => error)).toEqual([]);
    const ids: string[] = first.body.results.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(1000);
    expect([...ids].sort()).toEqual(ids);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(list.headers.get('x-total-count')).toBe('1000');
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([...ids].reverse().slice(0, 100));
    const last = await api.get(`/v1/calls?id=${ids[999]}`);
    expect(last.body).toMatchObject({ context: recipients[999]?.context, status: 'not_started' });
    expect(last.body.agent.prompt).toHaveLength(30_000);
  });

  it('calls as many as may be open, and refuses the others as too many', async () => {
    const { api } = service;
    const callee = { answer: 'answer', ring_ms: 1_000_000 };
    const recipients = recipientsOf(60).map(({ to_number }) => ({ to_number }));
    for (const { to_number } of recipients) await setCallee(service.connection, to_number, callee);
    const scheduled = { to_number: newNumber(), scheduled_at: inHours(1) };

    const { results } = await api.created('/v1/calls/batch', {
      from_number,
      agent,
      recipients: [...recipients, scheduled],
    });
    const more = await api.post('/v1/calls/create', { from_number, agent, to_number: newNumber() });
    await until('all to be dialled', async () => {
      const calls: { to: string }[] = await getJson(`${service.connection.carrier_url}/simulator/calls`);
      return calls.length === 25 ? true : { waitingFor: calls.length };
    });

    const placed = results.filter(({ id }: { id?: string }) => id !== undefined);
    const refused = results.filter(({ error }: { error?: unknown }) => error !== undefined);
    expect(placed.map(({ to_number }: { to_number: string }) => to_number)).toEqual([
      ...recipients.slice(0, 25).map(({ to_number }) => to_number),
      scheduled.to_number,
    ]);
    expect(refused).toHaveLength(35);
    expect(refused[0]).toEqual({
      to_number: recipients[25]?.to_number,
      error: {
        loc: ['body', 'recipients', '25'],
        msg: expect.stringContaining('25 open calls'),
        type: 'too_many_calls',
      },
    });
    expect(more.status).toBe(429);
  });
});
