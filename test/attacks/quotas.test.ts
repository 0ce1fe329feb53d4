import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Quotas } from '../../lambdas/domain/quotas/quotas.ts';
import { production } from '../../lib/config/production.ts';
import { numbersAtCarrier, tellCarrier } from '../support/numbers.ts';
import { makeAgent, newNumber, placeCall, setCallee } from '../support/scene.ts';
import { type Answer, type Api, until } from '../support/service/api.ts';
import { newUser } from '../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const QUOTAS: Quotas = {
  ...production.quotas,
  numbers: 10,
  own_numbers: 3,
  agents: 4,
  prompts: 4,
  prompt_templates: 3,
  voices: 4,
  actions: 4,
  webhooks: 4,
  vector_databases: 4,
  account_connections: 4,
  scheduled_calls: 5,
  stored_bytes: 400_000,
  model_tokens: 150,
  call_minutes: 1,
  number_purchases: 12,
};

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({ QUOTAS: JSON.stringify(QUOTAS) });
}, 240_000);
afterAll(() => service.close());

/** A new user with empty counters. */
const stranger = () => newUser(service.connection, 'production');

const statusesOf = (answers: readonly Answer[]) => {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...counts].map(([status, same]) => [status, same.length]));
};

/** The use of a quota, from the API. */
async function usedOf(api: Api, name: keyof Quotas): Promise<number> {
  const { body } = await api.get('/v1/usage');
  return body.quotas.find((quota: { name: string }) => quota.name === name).used;
}

/** The platform's numbers at the simulated carrier. */
const soldNumbers = async () => (await numbersAtCarrier(service.connection, PLATFORM)).length;
const PLATFORM = `AC${'0'.repeat(32)}`;

describe('buying numbers', () => {
  it('ends at the quota, whatever the number of concurrent purchases, and continues after a cancellation', async () => {
    const api = await stranger();
    const before = await soldNumbers();

    const answers = await Promise.all(
      Array.from({ length: 24 }, () => api.post('/v1/numbers/buy', { inbound_agent: null })),
    );
    const bought = answers.filter(({ status }) => status === 200);
    const sold = (await soldNumbers()) - before;
    const used = await usedOf(api, 'numbers');
    const first = bought[0]?.body.number;
    await api.created(`/v1/numbers/cancel?phone_number=${encodeURIComponent(first)}`);
    await until('the place to be free', async () => {
      const waitingFor = await usedOf(api, 'numbers');
      return waitingFor === 9 || { waitingFor };
    });
    const again = [
      await api.post('/v1/numbers/buy', { inbound_agent: null }),
      await api.post('/v1/numbers/buy', {}),
    ];

    expect(statusesOf(answers)).toEqual({ 200: 10, 403: 14 });
    expect([sold, used]).toEqual([10, 10]);
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      detail: [
        {
          loc: [],
          msg: 'This request would exceed your quota numbers of 10; cancel numbers, or ask the operator to raise it.',
          type: 'quota_exceeded',
        },
      ],
    });
    expect(again.map(({ status }) => status)).toEqual([200, 403]);
  }, 200_000);

  it('does not count a purchase that the vendor refused', async () => {
    const api = await stranger();
    await tellCarrier(service.connection, 'faults', { purchase: 'refuse' });
    const refused = await api.post('/v1/numbers/buy', { inbound_agent: null });
    await tellCarrier(service.connection, 'faults', {});

    expect(refused.status).toBe(502);
    expect(await usedOf(api, 'numbers')).toBe(0);
  }, 200_000);
});

describe('buying and cancelling', () => {
  it('ends at the quota of the day, with the time to wait, and does not affect another user', async () => {
    const [api, other] = await Promise.all([stranger(), stranger()]);
    const statuses: number[] = [];
    for (let purchase = 0; purchase < 12; purchase++) {
      const { status, body } = await api.post('/v1/numbers/buy', { inbound_agent: null });
      statuses.push(status);
      await api.created(`/v1/numbers/cancel?phone_number=${encodeURIComponent(body.number)}`);
      await until('a place to be free', async () => {
        const waitingFor = await usedOf(api, 'numbers');
        return waitingFor < 10 || { waitingFor };
      });
    }
    const refused = await api.post('/v1/numbers/buy', { inbound_agent: null });
    const [used, others] = [
      await usedOf(api, 'number_purchases'),
      await other.post('/v1/numbers/buy', { inbound_agent: null }),
    ];

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toEqual([
      {
        loc: [],
        msg: 'This request would exceed your quota number_purchases of 12; try again after 00:00 UTC, or ask the operator to raise it.',
        type: 'quota_exceeded',
      },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([used, others.status]).toEqual([12, 200]);
  }, 200_000);
});

/** How to create a record of each kind, and the path of its deletion. */
const KINDS = [
  ['agents', 'agents', () => ({ prompt: { content: 'Be kind.' }, voice: VOICE, actions: [] })],
  ['actions', 'actions', () => ({ type: 'action_end_conversation' })],
  ['webhooks', 'webhooks', () => ({ subscriptions: ['event_message'], url: 'https://example.com/hook' })],
  [
    'vector_databases',
    'vector_databases',
    () => ({ type: 'vector_database_vendor_a', index: 'i', api_key: 'k', api_environment: 'e' }),
  ],
  [
    'account_connections',
    'account_connections',
    () => ({ type: 'account_connection_llm', credentials: { llm_api_key: 'k' } }),
  ],
] as const;
const VOICE = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };

describe('creating records', () => {
  it.each(KINDS)(
    '%s ends at the quota, and goes on when one is deleted',
    async (quota, path, body) => {
      const api = await stranger();
      // The user already has one account connection.
      const room = (QUOTAS[quota] ?? 0) - (await usedOf(api, quota));

      const answers = await Promise.all(
        Array.from({ length: 12 }, () => api.post(`/v1/${path}/create`, body())),
      );
      const made = answers.filter(({ status }) => status === 200);
      const used = await usedOf(api, quota);
      await api.created(`/v1/${path}/delete?id=${made[0]?.body.id}`);
      if (quota === 'agents') for (const kind of ['prompt', 'voice']) await deleteInline(api, made[0], kind);
      const again = [
        await api.post(`/v1/${path}/create`, body()),
        await api.post(`/v1/${path}/create`, body()),
      ];

      expect(statusesOf(answers)).toEqual({ 200: room, 403: 12 - room });
      expect(used).toBe(QUOTAS[quota]);
      for (const { body } of answers.filter(({ status }) => status === 403))
        expect(body.detail[0]).toMatchObject({
          type: 'quota_exceeded',
          msg: expect.stringContaining('quota'),
        });
      expect(again.map(({ status }) => status)).toEqual([200, 403]);
    },
    120_000,
  );

  it('counts the records created with agents, calls and numbers, and stores none of them when one is too many', async () => {
    const api = await stranger();
    const inline = {
      prompt: { content: 'Be kind.' },
      voice: VOICE,
      actions: [1, 2, 3].map(() => ({ type: 'action_end_conversation' })),
    };
    await api.created('/v1/agents/create', inline);
    const agent = await api.post('/v1/agents/create', inline);
    const call = await api.post('/v1/calls/create', {
      from_number: service.connection.phone_number,
      to_number: newNumber(),
      agent: inline,
    });
    const before = await soldNumbers();
    const number = await api.post('/v1/numbers/buy', { inbound_agent: inline });

    expect([agent.status, call.status, number.status]).toEqual([403, 403, 403]);
    expect(await soldNumbers()).toBe(before);
    for (const [quota, used] of [
      ['agents', 1],
      ['prompts', 1],
      ['actions', 3],
      ['numbers', 0],
    ] as const)
      expect(await usedOf(api, quota), quota).toBe(used);
  }, 200_000);
});

async function deleteInline(api: Api, answer: Answer | undefined, kind: string) {
  await api.created(`/v1/${kind}s/delete?id=${answer?.body[kind].id}`);
}

describe('scheduling calls', () => {
  it('ends at the quota, one by one and in batches, and continues after a cancellation', async () => {
    const api = await stranger();
    const { agent } = await makeAgent(api);
    const from_number = service.connection.phone_number;
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const common = { from_number, agent: agent.id, scheduled_at };
    const place = () => api.post('/v1/calls/create', { ...common, to_number: newNumber() });

    const single = await Promise.all([1, 2, 3].map(place));
    const recipients = Array.from({ length: 6 }, () => ({ to_number: newNumber() }));
    const { results } = await api.created('/v1/calls/batch', { ...common, recipients });
    const used = await usedOf(api, 'scheduled_calls');
    const full = await place();
    await api.created(`/v1/calls/end?id=${single[0]?.body.id}`);
    const again = [await place(), await place()];

    expect(statusesOf(single)).toEqual({ 200: 3 });
    expect(results.filter(({ id }: { id?: string }) => id !== undefined)).toHaveLength(2);
    expect(results.at(-1).error).toMatchObject({
      type: 'quota_exceeded',
      loc: ['body', 'recipients', '5'],
      msg: expect.stringContaining('scheduled_calls'),
    });
    expect(used).toBe(5);
    expect([full, ...again].map(({ status }) => status)).toEqual([403, 200, 403]);
  }, 200_000);
});

describe('the quota of stored bytes', () => {
  it('refuses calls when it is exhausted, and accepts them after a deletion', async () => {
    const api = await stranger();
    const { agent } = await makeAgent(api, { prompt: 'x'.repeat(45_000) });
    const place = () =>
      placeCall(service.connection, api, { agent: agent.id, callee: { answer: 'busy', ring_ms: 0 } });
    const made: string[] = [];
    const create = async () => {
      const to_number = newNumber();
      await setCallee(service.connection, to_number, { answer: 'busy', ring_ms: 0 });
      const body = { from_number: service.connection.phone_number, to_number, agent: agent.id };
      return api.post('/v1/calls/create', body);
    };
    let refused = await create();
    for (; refused.status === 200; refused = await create()) {
      made.push(refused.body.id);
      await api.finishedCall(refused.body.id);
    }
    const full = await usedOf(api, 'stored_bytes');
    for (const id of made) await api.created(`/v1/calls/delete?id=${id}`);
    const empty = await usedOf(api, 'stored_bytes');
    await place();

    expect(refused.status).toBe(403);
    expect(refused.body.detail[0].msg).toContain('stored_bytes');
    expect(full).toBeGreaterThanOrEqual(QUOTAS.stored_bytes ?? 0);
    expect(full).toBeLessThan((QUOTAS.stored_bytes ?? 0) + 100_000);
    expect(empty).toBe(0);
  }, 200_000);
});

describe('the daily quotas of the platform’s accounts', () => {
  it('end a conversation politely when its tokens are used up, and refuse further calls until the next day', async () => {
    const { connection } = service;
    const api = await stranger();
    const { agent } = await makeAgent(api, { prompt: 'Book an appointment. '.repeat(30) });
    const script = [1, 2, 3, 4].map((turn) => ({
      say: `I would like an appointment on Monday, please, number ${turn}.`,
    }));
    const { call } = await placeCall(connection, api, {
      agent: agent.id,
      callee: { answer: 'answer', script: [...script, { wait_ms: 1_000_000 }] },
    });

    const ended = await api.finishedCall(call.id);
    const used = await usedOf(api, 'model_tokens');
    const next = await api.post('/v1/calls/create', {
      from_number: connection.phone_number,
      to_number: newNumber(),
      agent: agent.id,
    });

    expect(ended.transcript).toContain('I am sorry, I cannot go on with this call. Goodbye.');
    expect(ended.error_message).toMatch(/^The quota model_tokens of the day \(UTC\) is used up: it is 150\./);
    expect(used).toBeGreaterThanOrEqual(150);
    expect(next.status).toBe(429);
    expect(next.body.detail[0]).toMatchObject({
      type: 'quota_exceeded',
      msg: expect.stringContaining('model_tokens'),
    });
    const retryAfter = Number(next.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
  }, 200_000);
});
