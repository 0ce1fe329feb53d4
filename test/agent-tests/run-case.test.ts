import { describe, expect, it, vi } from 'vitest';
import { hashOfTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import { errorCase, type PlayedCase } from '../../lambdas/agent-tests/play-case.ts';
import { runCase } from '../../lambdas/agent-tests/run-case.ts';
import { answersInTable } from '../../lambdas/agent-tests/store/answer-cache.ts';
import { MAX_RUNNING, takeSlot } from '../../lambdas/agent-tests/store/case-slots.ts';
import { claimCase } from '../../lambdas/agent-tests/store/test-cases.ts';
import { loadRun } from '../../lambdas/agent-tests/store/test-runs.ts';
import { loadTestMarks, putTestMark } from '../../lambdas/agents/store/test-marks.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { deleteItem, putItem, readItem } from '../../lambdas/platform/table/items.ts';
import { erasureKey } from '../../lambdas/platform/table/keys.ts';
import { dayOf } from '../../lambdas/usage/model/quotas.ts';
import { loadDayUse } from '../../lambdas/usage/store/day-use.ts';
import { dayUseKey } from '../../lambdas/usage/store/keys.ts';
import { interposed } from '../support/table/interposed.ts';
import { tableOfFile } from '../support/table/table.ts';
import { begunRun, TEST } from './stored-run.ts';

const table = await tableOfFile();
const NOW = new Date('2026-11-26T12:00:00.000Z');

const endsIn = (status: 'passed' | 'failed') => async (): Promise<PlayedCase> => ({
  ...errorCase(''),
  finish: { ...errorCase('').finish, status, error: null, not_checked: 1 },
});

type Play = Parameters<typeof runCase>[1]['play'];

/** A run, and workers of its cases. */
async function begun(plan: Parameters<typeof begunRun>[1] = {}) {
  const { run, key } = await begunRun(table, plan, NOW);
  const work = (play: Play, { number = 1, now = NOW, of = table, attempt = 1 } = {}) =>
    runCase({ user_id: key.userId, run_id: key.runId, number }, { table: of, now: () => now, play }, attempt);
  const load = async () => (await loadRun(table, key, NOW))!;
  return { run, key, work, load };
}

describe('the worker of cases', () => {
  it('waits for the worker that has the case, and takes it over if that one died', async () => {
    const { key, work, load } = await begun();
    await claimCase(table, { ...key, number: 1 }, { now: NOW, seconds: 330 });

    expect(await work(endsIn('passed'))).toEqual({ retryAfterSeconds: 330 });
    expect(await work(endsIn('passed'), { now: new Date(NOW.getTime() + 330_000) })).toBeUndefined();
    expect((await load()).status).toBe('passed');
  });

  it('tries a case three times if the service fails, and then says so', async () => {
    const { work, load } = await begun();
    const play = vi.fn(async () => {
      throw new Error('The table is gone.');
    });

    const outcomes = [await work(play), await work(play), await work(play), await work(play)];

    expect(outcomes).toEqual([...Array(3).fill({ retryAfterSeconds: 5 }), undefined]);
    expect(play).toHaveBeenCalledTimes(3);
    expect(await load()).toMatchObject({
      status: 'error',
      cases: [{ error: 'The case could not be run: the service failed. Run it again.' }],
    });
  });

  it('plays nothing again if only its result cannot be stored', async () => {
    const { work, load } = await begun();
    const play = vi.fn(endsIn('passed'));
    let isThrottled = true;
    const of = interposed(table, ({ input }) => {
      if (!input.TransactItems || !isThrottled) return;
      isThrottled = false;
      throw new Error('The table is throttled.');
    });

    await work(play, { of });

    expect(play).toHaveBeenCalledTimes(1);
    expect((await load()).status).toBe('passed');
  });

  it('plays no case again that may have called services', async () => {
    const { key, work, load } = await begun({ test: { ...TEST, tools: { unmocked: 'real' } } });
    const play = vi.fn(endsIn('passed'));
    await claimCase(table, { ...key, number: 1 }, { now: NOW, seconds: 0 });

    await work(play);

    expect(play).not.toHaveBeenCalled();
    expect((await load()).cases).toMatchObject([{ error: expect.stringContaining('called your services') }]);
  });

  it('counts the tokens that a worker reserved and died', async () => {
    const { key, work } = await begun();

    await work(async (_, { meter }) => {
      await meter.reserve(() => 60);
      throw new Error('The function timed out.');
    });

    expect((await loadDayUse(table, { userId: key.userId, now: NOW })).model_tokens).toBe(60);
  });

  it('keeps workers free for other users, and takes the slots of workers that died', async () => {
    const { key, work } = await begun({ cases: 2 });
    const other = await begun();
    const play = vi.fn(endsIn('passed'));
    const { userId } = key;
    const taken = { nowMs: NOW.getTime(), seconds: 330 };
    await Promise.all(Array.from({ length: MAX_RUNNING }, () => takeSlot(table, userId, taken)));

    const waits = await work(play, { attempt: 3 });
    const others = await other.work(play);
    const later = await work(play, { now: new Date(NOW.getTime() + 331_000) });

    expect(waits).toEqual({ retryAfterSeconds: 90 });
    expect([others, later]).toEqual([undefined, undefined]);
    expect(play).toHaveBeenCalledTimes(2);
    // What a finished case took is free at once.
    const free = Array.from({ length: MAX_RUNNING }, () => takeSlot(table, other.key.userId, taken));
    expect((await Promise.all(free)).filter(Boolean)).toHaveLength(MAX_RUNNING);
  }, 20_000);

  it('stores nothing of a user who is erased while a case is played', async () => {
    const { run, key, work } = await begun({ more: { test_id: newId() } });
    const { userId } = key;
    const cache = answersInTable(table, userId, () => NOW);
    const { agent_id: agentId = '' } = run.cases[0] ?? {};
    const mark = { test_id: newId(), name: '', not_checked: 0, at: '', test_hash: '', run_id: newId() };
    const play: Play = async (_, { meter }) => {
      const count = await meter.reserve(() => 10);
      await putItem(table, erasureKey(userId));
      await deleteItem(table, dayUseKey(userId, dayOf(NOW)));
      await cache.put('hash', 'answer');
      await count(5);
      const version = { userId, agentId, version: 3 };
      await putTestMark(table, version, { mark: { ...mark, status: 'passed' }, now: NOW });
      return endsIn('passed')();
    };

    await work(play);

    expect(await cache.get('hash')).toBeUndefined();
    expect(await loadTestMarks(table, { userId, agentId, version: 3 })).toEqual([]);
    expect(await readItem(table, dayUseKey(userId, dayOf(NOW)))).toBeUndefined();
    expect(await loadRun(table, key, NOW)).toMatchObject({ cases: [{ status: 'running' }] });
  });

  it('drops the message of a run that was erased', async () => {
    const { key } = await begun();
    const play = vi.fn(endsIn('passed'));
    const message = { user_id: newId(), run_id: key.runId, number: 1 };

    expect(await runCase(message, { table, now: () => NOW, play })).toBeUndefined();
    expect(play).not.toHaveBeenCalled();
  });

  it('marks the version with what all repetitions of a stored test come to', async () => {
    const test_id = newId();
    const { run, key, work } = await begun({ cases: 3, more: { test_id, needed: 2 } });
    const { agent_id: agentId = '' } = run.cases[0] ?? {};
    const marks = () => loadTestMarks(table, { userId: key.userId, agentId, version: 3 });

    await work(endsIn('failed'), { number: 1 });
    await work(endsIn('passed'), { number: 2 });
    expect(await marks()).toEqual([]);
    await work(endsIn('passed'), { number: 3 });

    const mark = {
      test_id,
      name: 'greets',
      status: 'passed',
      not_checked: 2,
      run_id: key.runId,
      at: NOW.toISOString(),
    };
    expect(await marks()).toEqual([{ ...mark, test_hash: hashOfTest(TEST) }]);
    expect(await loadTestMarks(table, { userId: key.userId, agentId, version: 33 })).toEqual([]);
  });

  it('marks nothing after an offline run, which may have left out what matters', async () => {
    const { run, key, work } = await begun({ isOffline: true, more: { test_id: newId() } });
    const { agent_id: agentId = '' } = run.cases[0] ?? {};

    await work(endsIn('passed'));

    expect(await loadTestMarks(table, { userId: key.userId, agentId, version: 3 })).toEqual([]);
  });
});
