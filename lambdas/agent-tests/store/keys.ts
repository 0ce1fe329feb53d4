import { TEST_PREFIX } from '../../agents/store/keys.ts';
import type { Key } from '../../platform/table/keys.ts';

/** The key of a run of tests. Runs are apart from records, because cases change them all the time. */
export const testRunKey = (userId: string, runId: string): Key => ({
  pk: `${TEST_PREFIX}RUNS#${userId}`,
  sk: `RUN#${runId}`,
});

export const caseSlotsKey = (userId: string): Key => ({ pk: `${TEST_PREFIX}RUNS#${userId}`, sk: 'SLOTS' });

export interface TestCaseKey {
  readonly userId: string;
  readonly runId: string;
  readonly number: number;
}

const inTestRun = ({ userId, runId, number }: TestCaseKey, part: 'CASE' | 'INPUT' | 'RESULT'): Key => ({
  pk: `${TEST_PREFIX}RUN#${userId}#${runId}`,
  sk: `${part}#${String(number).padStart(6, '0')}`,
});

export const testCaseKey = (key: TestCaseKey): Key => inTestRun(key, 'CASE');

export const testInputKey = (key: TestCaseKey): Key => inTestRun(key, 'INPUT');

export const testResultKey = (key: TestCaseKey): Key => inTestRun(key, 'RESULT');

/** The key of a model's answer about a test's conversation, by the hash of all that the model was asked. */
export const judgesAnswerKey = (userId: string, hash: string): Key => ({
  pk: `${TEST_PREFIX}ANSWERS#${userId}`,
  sk: `ANSWER#${hash}`,
});
