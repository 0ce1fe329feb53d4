import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../../lambdas/agent-tests/model/case-result.ts';
import { testCaseKey } from '../../../lambdas/agent-tests/store/keys.ts';
import {
  claimCase,
  type Finish,
  finishCase,
  loadResult,
} from '../../../lambdas/agent-tests/store/test-cases.ts';
import {
  findRunPage,
  loadRun,
  noteCaseOver,
  storeRun,
} from '../../../lambdas/agent-tests/store/test-runs.ts';
import { deleteItem } from '../../../lambdas/platform/table/items.ts';
import { tableOfFile } from '../../support/table/table.ts';
import { begunRun, newRun } from '../stored-run.ts';

const table = await tableOfFile();
const NOW = new Date('2026-11-26T12:00:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const SECONDS = 100;

const PASSED: Finish = {
  status: 'passed',
  error: null,
  failures: [],
  not_checked: 0,
  skipped: 0,
  figures: null,
};

const resultOf = (says: string): CaseResult => ({
  status: 'passed',
  turns: [{ turn: 1, contact: 'says "Hello"', says, tools: [], transcript: [], verdicts: [] }],
  transcript: [],
  always: [],
  finally: [],
  figures: { turns: 1, tool_calls: 0, tokens: { input: 0, output: 0 }, call_ms: 0 },
});

type Key = Parameters<typeof claimCase>[1];

const claim = (key: Key, now = NOW) => claimCase(table, key, { now, seconds: SECONDS });

async function claimed(key: Key, now = NOW) {
  const found = await claim(key, now);
  if (found.outcome !== 'claimed') throw new Error(`The case is ${found.outcome}.`);
  return found.row;
}

const pageOf = async (userId: string, now = NOW) =>
  (await findRunPage(table, userId, { filter: {}, after: undefined, size: 10, now })).items;

describe('a case of a run', () => {
  it('is claimed by one of many workers', async () => {
    const { key } = await begunRun(table, {}, NOW);

    const claims = await Promise.all(Array.from({ length: 8 }, () => claim({ ...key, number: 1 })));

    expect(claims.map(({ outcome }) => outcome).sort()).toEqual(['claimed', ...Array(7).fill('taken')]);
    expect(claims.find(({ outcome }) => outcome === 'taken')).toEqual({ outcome: 'taken', seconds: SECONDS });
  });

  it('is claimed again after the time of a worker that died, whose late result does not count', async () => {
    const { key } = await begunRun(table, {}, NOW);
    const caseKey = { ...key, number: 1 };
    const dead = await claimed(caseKey);
    const next = await claimed(caseKey, later(SECONDS));

    const finish = (row: typeof dead, says: string) =>
      finishCase(table, caseKey, { row, finish: PASSED, result: resultOf(says), now: NOW });
    const outcomes = [await finish(dead, 'late'), await finish(next, 'right'), await finish(next, 'again')];

    expect(outcomes).toEqual([false, true, false]);
    expect((await loadResult(table, caseKey))?.turns[0]?.says).toBe('right');
    expect((await claim(caseKey, later(2 * SECONDS))).outcome).toBe('over');
  });

  it('is given up after three workers', async () => {
    const { key } = await begunRun(table, {}, NOW);
    const caseKey = { ...key, number: 1 };
    for (const attempt of [0, 1, 2]) await claimed(caseKey, later(attempt * SECONDS));

    expect((await claim(caseKey, later(2 * SECONDS))).outcome).toBe('taken');
    expect((await claim(caseKey, later(3 * SECONDS))).outcome).toBe('given_up');
  });

  it('keeps its worker if the run is stored again', async () => {
    const run = newRun();
    const key = { userId: run.user_id, runId: run.id, number: 1 };
    await storeRun(table, run, NOW);
    await claimed(key);

    await storeRun(table, run, NOW);

    expect((await claim(key)).outcome).toBe('taken');
  });

  it.each([
    ['the beginning of a long answer of a tool', 1],
    ['no turns if they are too large even so', 100],
  ])('stores of a result %s', async (_, count) => {
    const { key } = await begunRun(table, {}, NOW);
    const caseKey = { ...key, number: 1 };
    const row = await claimed(caseKey);
    const [turn] = resultOf('Hello').turns;
    const output = () => randomBytes(5_000).toString('base64');
    const tools = Array.from({ length: count }, () => ({
      name: 'look_up',
      args: {},
      output: output(),
      failed: false,
    }));

    await finishCase(table, caseKey, {
      row,
      finish: PASSED,
      result: { ...resultOf('Hello'), turns: [{ ...turn!, tools }] },
      now: NOW,
    });

    const result = await loadResult(table, caseKey);
    const shortened = JSON.stringify(tools[0]?.output).slice(0, 4_000);
    expect(result?.turns).toMatchObject(count === 1 ? [{ tools: [{ output: { shortened } }] }] : []);
    expect(result?.cut !== undefined).toBe(count > 1);
  });
});

describe('a run', () => {
  it('is not shown before its cases are in the queue', async () => {
    const run = newRun();
    await storeRun(table, run, NOW);

    expect(await loadRun(table, { userId: run.user_id, runId: run.id }, NOW)).toBeUndefined();
    expect(await pageOf(run.user_id)).toEqual([]);
  });

  it('is over with its last case, in lists too, even if a worker died before it noted so', async () => {
    const { key } = await begunRun(table, { cases: 3, more: { needed: 2 } }, NOW);
    const finish = async (number: number, finish: Finish, isNoted: boolean) => {
      const caseKey = { ...key, number };
      await finishCase(table, caseKey, { row: await claimed(caseKey), finish, now: NOW });
      if (isNoted) await noteCaseOver(table, key, later(number));
    };
    await finish(1, { ...PASSED, status: 'failed' }, true);
    await finish(2, PASSED, false);
    expect(await pageOf(key.userId)).toMatchObject([
      { status: 'running', ended_at: null, counts: { queued: 1, passed: 1, failed: 1 } },
    ]);

    await finish(3, PASSED, false);

    expect(await pageOf(key.userId)).toMatchObject([{ status: 'passed', counts: { passed: 2, failed: 1 } }]);
    for (const seconds of [3, 9, 20]) await noteCaseOver(table, key, later(seconds));
    const run = await loadRun(table, key, NOW);
    expect(run).toMatchObject({ status: 'passed', ended_at: later(9).toISOString() });
    expect(run?.cases[0]?.repeated).toEqual({ status: 'passed', passed: 2, failed: 1, of: 3, needed: 2 });
  });

  it('has passed if enough repetitions have, though others could not be run', async () => {
    const { key } = await begunRun(table, { cases: 3, more: { needed: 1 } }, NOW);
    for (const [index, status] of (['passed', 'error', 'failed'] as const).entries()) {
      const caseKey = { ...key, number: index + 1 };
      const finish = { ...PASSED, status, not_checked: 2, skipped: 1 };
      await finishCase(table, caseKey, { row: await claimed(caseKey), finish, now: NOW });
    }

    expect(await loadRun(table, key, NOW)).toMatchObject({
      status: 'passed',
      counts: { error: 1, not_checked: 6, skipped: 3 },
    });
  });

  it('is not shown without cases that were not stored', async () => {
    const { key } = await begunRun(table, { cases: 2 }, NOW);
    await deleteItem(table, testCaseKey({ ...key, number: 2 }));

    await expect(loadRun(table, key, NOW)).rejects.toThrow('Cases of a run are not stored.');
  });

  it('expires after 30 days', async () => {
    const { key } = await begunRun(table, {}, NOW);
    const days = (count: number) => later(count * 86_400);

    expect(await loadRun(table, key, days(29))).toBeDefined();
    expect(await loadRun(table, key, days(30))).toBeUndefined();
    expect(await pageOf(key.userId, days(29))).toHaveLength(1);
    expect(await pageOf(key.userId, days(30))).toEqual([]);
  });
});
