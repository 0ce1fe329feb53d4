import { recordUse } from '../../audit/store/audit-entries.ts';
import { takeUse, type UserLimit } from '../../http/limits/user-limits.ts';
import { sendTo } from '../../platform/grants.ts';
import { enqueueAll } from '../../platform/queues.ts';
import type { Table } from '../../platform/table/table.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { requireModelTokens } from '../../usage/requests/require-model-tokens.ts';
import { testCasesPerHour } from '../model/settings.ts';
import type { CaseMessage, TestRun } from '../model/test-run.ts';
import { testCaseQueue } from '../queues.ts';
import { beginRun, loadRun, type NewRun, storeRun } from '../store/test-runs.ts';

const TEST_CASES: UserLimit = {
  use: 'test_cases',
  variable: testCasesPerHour,
  seconds: 3600,
  msg: (most) => `You may run ${most} cases of tests an hour`,
  type: 'too_many_test_cases',
};

/** What an endpoint that starts runs needs. A new version of an agent is stored if a record that it refers to changed. */
export const STARTS_RUNS = {
  tableActions: ['BatchGetItem', 'Query', 'DeleteItem', ...CREATE_RECORDS],
  grants: [sendTo(testCaseQueue)],
  variables: [testCasesPerHour],
  timeoutSeconds: 29,
} as const;

/** Stores a run and enqueues its cases. The run becomes visible only when its cases are in the queue. */
export async function startRun(table: Table, run: NewRun, now: Date): Promise<TestRun> {
  const { user_id: userId, id: runId, cases } = run;
  const onPlatform = [...run.snapshots.values()].find(({ settings }) => !settings.llm_account_connection);
  if (onPlatform) await requireModelTokens(table, { userId, settings: onPlatform.settings, now });
  await takeUse(table, TEST_CASES, { userId, now, amount: cases.length });
  const agents = new Set(cases.map(({ agent_id }) => agent_id));
  for (const recordId of agents) await recordUse(table, { userId, kind: 'agent', recordId });
  await storeRun(table, run, now);
  const messages = cases.map(
    (_, index): CaseMessage => ({ user_id: userId, run_id: runId, number: index + 1 }),
  );
  await enqueueAll(testCaseQueue, messages, userId);
  await beginRun(table, { userId, runId });
  const begun = await loadRun(table, { userId, runId }, now);
  if (!begun) throw new Error('A new run was not stored.');
  return begun;
}
