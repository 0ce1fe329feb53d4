import { beforeAll, describe, expect, it, vi } from 'vitest';
import { updateTest } from '../../../lambdas/agent-tests/endpoints/tests.ts';
import type { DailyQuota } from '../../../lambdas/records/model/quota-exceeded.ts';
import { dayOf } from '../../../lambdas/usage/model/quotas.ts';
import { countTokens } from '../../../lambdas/usage/store/day-use.ts';
import { changeCounts } from '../../../lambdas/usage/store/open-calls.ts';
import production from '../../support/environments/production.ts';
import { SAMPLES } from '../../support/samples.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import type { Answer } from '../../support/service/api.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';
import { interposed } from '../../support/table/interposed.ts';

const QUOTAS = {
  ...production.quotas,
  agents: 4,
  prompts: 4,
  voices: 4,
  actions: 4,
  webhooks: 4,
  vector_databases: 4,
  account_connections: 4,
  scheduled_calls: 5,
  stored_bytes: 1_000_000_000,
};

const all = await FunctionApi.ofFile();
beforeAll(() => vi.stubEnv('QUOTAS', JSON.stringify(QUOTAS)));

/** A user with empty counters and a number. */
async function newUser() {
  const functions = all.ofAnotherUser();
  const number = newNumber();
  await addHeldNumber(functions, number);
  return { userId: functions.user, number, api: new FunctionClient(functions) };
}

const statusesOf = (answers: readonly Answer[]) => {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...counts].map(([status, same]) => [status, same.length]));
};

/** The use of a quota, from the API. */
async function usedOf(api: FunctionClient, name: string): Promise<number> {
  const { body } = await api.get('/v1/usage');
  return body.quotas.find((quota: { name: string }) => quota.name === name).used;
}

const inline = (actions: number) => ({
  prompt: { content: 'Be kind.' },
  voice: SAMPLES.voices,
  actions: Array.from({ length: actions }, () => ({ type: 'action_end_conversation' })),
});

describe('creating records', () => {
  it.each(
    Object.entries(SAMPLES),
  )('ends at the quota %s, at many at once too, and goes on when one is deleted', async (quota, body) => {
    const { api } = await newUser();
    const create = () => api.post(`/v1/${quota}/create`, body);

    const answers = await Promise.all(Array.from({ length: 9 }, create));
    const made = answers.find(({ status }) => status === 200);
    await api.created(`/v1/${quota}/delete?id=${made?.body.id}`);
    const again = [await create(), await create()];

    expect(statusesOf(answers)).toEqual({ 200: 4, 403: 5 });
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body.detail[0]).toMatchObject({
      type: 'quota_exceeded',
      msg: expect.stringContaining(`quota ${quota} of 4`),
    });
    expect(statusesOf(again)).toEqual({ 200: 1, 403: 1 });
    expect(await usedOf(api, quota)).toBe(4);
  });

  it('counts those created with agents and calls, and stores none of them when one is too many', async () => {
    const { api, number: from_number } = await newUser();
    await api.created('/v1/agents/create', inline(3));

    const agent = await api.post('/v1/agents/create', inline(3));
    const call = { from_number, to_number: newNumber(), agent: inline(3) };
    const called = await api.post('/v1/calls/create', call);

    expect([agent.status, called.status]).toEqual([403, 403]);
    const used = await Promise.all(['agents', 'prompts', 'actions'].map((quota) => usedOf(api, quota)));
    expect(used).toEqual([1, 1, 3]);
  });
});

it('scheduling of calls ends at the quota, one by one and in batches, and continues after a cancellation', async () => {
  const { api, number: from_number } = await newUser();
  const { agent } = await makeAgent(api);
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const common = { from_number, agent: agent.id, scheduled_at };
  const place = () => api.post('/v1/calls/create', { ...common, to_number: newNumber() });

  const single = [await place(), await place(), await place()];
  const recipients = Array.from({ length: 6 }, () => ({ to_number: newNumber() }));
  const { results } = await api.created('/v1/calls/batch', { ...common, recipients });
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
  expect([full, ...again].map(({ status }) => status)).toEqual([403, 200, 403]);
  expect(await usedOf(api, 'scheduled_calls')).toBe(5);
});

describe('a quota of the day that is used up', () => {
  /** Uses up the quota of this day and of the next, in case it begins during the test. */
  async function useUp(quota: DailyQuota, userId: string): Promise<void> {
    for (const now of [new Date(), new Date(Date.now() + 24 * 3_600_000)]) {
      if (quota === 'model_tokens') await countTokens(all.table, { userId, now }, QUOTAS.model_tokens ?? 0);
      else {
        const seconds = { [dayOf(now)]: (QUOTAS.call_minutes ?? 0) * 60 };
        await changeCounts(all.table, { userId, seconds });
      }
    }
  }

  it.each([
    'model_tokens',
    'call_minutes',
  ] as const)('refuses calls with the time to wait: %s', async (quota) => {
    const { api, userId, number: from_number } = await newUser();
    const { agent } = await makeAgent(api);
    const to_number = newNumber();
    const create = () => api.post('/v1/calls/create', { from_number, agent: agent.id, to_number });
    const before = await create();
    await useUp(quota, userId);

    const recipients = [{ to_number }];
    const batch = await api.post('/v1/calls/batch', { from_number, agent: agent.id, recipients });

    expect(before.status).toBe(200);
    for (const { status, body, headers } of [await create(), batch]) {
      expect(status).toBe(429);
      expect(body.detail[0]).toMatchObject({
        type: 'quota_exceeded',
        msg: expect.stringContaining(`your quota ${quota} of ${QUOTAS[quota]}`),
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    }
  });
});

it('counts tests as stored bytes, also after concurrent updates, and refuses more of them', async () => {
  const user = all.ofAnotherUser();
  const LEFT = 2_500;
  await changeCounts(all.table, { userId: user.user, bytes: QUOTAS.stored_bytes - LEFT });
  const used = async () => {
    const { quotas } = (await user.run('usage/get')).body;
    const { used } = quotas.find(({ name }: { name: string }) => name === 'stored_bytes');
    return used - QUOTAS.stored_bytes + LEFT;
  };
  const context = (...sizes: number[]) =>
    Object.fromEntries(sizes.map((size, index) => [`fact_${index}`, 'x'.repeat(size)]));
  const body = { name: 'greets', turns: [{ contact: 'Hello' }] };
  const test = await user.created('tests', body);
  const before = await used();

  const updates = [1, 2, 3, 4, 5].map((size) =>
    user.update('tests', test.id, { context: context(1_000, size) }),
  );
  const statuses = (await Promise.all(updates)).map(({ status }) => status);
  const between = interposed(user.table, async ({ input }) => {
    if (updates.length > 5 || !JSON.stringify(input).includes('LIST#')) return;
    updates.push(user.update('tests', test.id, { turns: [{ contact: 'x'.repeat(50) }] }));
    await updates[5];
  });
  const request = { userId: user.user, query: { id: test.id }, body: { name: 'renamed' } };
  await updateTest().run(request as never, { table: between, now: () => new Date() } as never);
  const after = [await used(), JSON.stringify(await user.got('tests', test.id)).length];
  const refused = [
    await user.run('tests/create', { body: { ...body, context: context(2_000) } }),
    await user.update('tests', test.id, { context: context(2_000, 2_000) }),
  ];
  await user.run('tests/delete', { query: { id: test.id } });

  expect(before).toBe(JSON.stringify(test).length);
  expect(statuses).toEqual(Array(5).fill(200));
  expect(after[0]).toBe(after[1]);
  expect(refused.map((answer) => [answer.status, answer.body.detail[0].type])).toEqual(
    Array(2).fill([403, 'quota_exceeded']),
  );
  expect(await used()).toBe(0);
});
