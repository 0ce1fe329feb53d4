import { hashOfTest } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { PlayedTurn } from '../../lambdas/agent-tests/model/turns/played-turn.ts';
import { beginRun, type NewCase, type NewRun, storeRun } from '../../lambdas/agent-tests/store/test-runs.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import type { Table } from '../../lambdas/platform/table/table.ts';
import { storedCall } from '../support/table/stored-call.ts';

/** A turn of a test as it was played: the contact says hi. */
export const playedTurn = (changes: Partial<PlayedTurn> = {}): PlayedTurn => ({
  ...{ turn: 1, contact: 'says "Hi"', says: '', tools: [], transcript: [], verdicts: [] },
  ...changes,
});

/** Whatever is played: it says hello. */
export const TEST = { name: 'greets', turns: [{ contact: 'Hello', expect: [{ says: 'hello' }] }] };

/** Repetitions of one test. */
export function newRun({
  cases = 1,
  more = {},
  test = TEST,
  isOffline: offline = false,
}: {
  cases?: number;
  more?: Partial<NewCase>;
  test?: Record<string, unknown>;
  isOffline?: boolean;
} = {}): NewRun {
  const { agent, settings } = storedCall();
  const snapshot_id = newId();
  const each = { test_id: null, name: 'greets', agent_id: agent.id, agent_name: 'Ada', agent_version: 3 };
  const shared = { ...each, input: 0, snapshot_id, of: cases, needed: cases, ...more };
  return {
    id: newId(),
    user_id: newId(),
    kind: 'test',
    name: 'greets',
    inputs: [{ kind: 'test', test, hash: hashOfTest(test), invariants: false, offline, timed: false }],
    snapshots: new Map([[snapshot_id, { agent, settings }]]),
    cases: Array.from({ length: cases }, (_, index) => ({ ...shared, run: index + 1 })),
  };
}

/** Stores a run, as its workers find it. */
export async function begunRun(table: Table, plan: Parameters<typeof newRun>[0] = {}, now = new Date()) {
  const run = newRun(plan);
  const key = { userId: run.user_id, runId: run.id };
  await storeRun(table, run, now);
  await beginRun(table, key);
  return { run, key };
}
