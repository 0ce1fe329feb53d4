import * as z from 'zod/mini';
import { versionNumber } from '../../agents/model/version-split.ts';
import { id, integerBetween, ownerFields, utcTime } from '../../platform/fields.ts';
import { when } from '../../platform/schemas/when.ts';
import { agentName, testInput, testLabel } from './agent-test.ts';
import { caseFigures, caseResult } from './case-result.ts';
import { comparison } from './comparison.ts';
import type { Verdict } from './verdict.ts';

/** Maximum number of cases of a run: tests × versions × runs. */
export const MAX_CASES = 500;

const MAX_VERSIONS = 5;
const MAX_RUNS = 20;

/** Failures that a run shows per case. */
const MAX_FAILURES = 5;

/** A test by its id, or inline. */
const testOrId = () => z.union([when(isOther, id), when((value) => !isOther(value), testInput)]);

const isOther = (value: unknown) => typeof value !== 'object' || value === null;

export const testRunInput = z.lazy(() =>
  z
    .strictObject({
      tests: z.optional(z.array(testOrId()).check(z.minLength(1), z.maxLength(MAX_CASES))),
      labels: z.optional(z.array(testLabel()).check(z.minLength(1), z.maxLength(20))),
      agent: z.optional(agentName()),
      versions: z.optional(
        z
          .array(z.union([versionNumber, z.enum(['draft', 'published'])]))
          .check(z.minLength(1), z.maxLength(MAX_VERSIONS)),
      ),
      runs: z._default(integerBetween(1, MAX_RUNS), 1),
      invariants: z._default(z.boolean(), false),
      offline: z._default(z.boolean(), false),
      timed: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ tests, labels }) => tests !== undefined || labels !== undefined, {
        error: 'Name tests, or labels of tests.',
        params: { type: 'missing' },
      }),
    ),
);
export type TestRunInput = z.output<typeof testRunInput>;

export const runKind = z.enum(['test', 'replay']);
export type RunKind = z.infer<typeof runKind>;

/** `diverged`: a replay needed an answer that the record does not have. */
export const testCaseStatus = z.enum(['queued', 'running', 'passed', 'failed', 'diverged', 'error']);
export type TestCaseStatus = z.infer<typeof testCaseStatus>;

export const runStatus = z.enum(['running', 'passed', 'failed', 'error']);
export type RunStatus = z.infer<typeof runStatus>;

export const testCaseFields = () => ({
  number: z.int(),
  test_id: z.nullable(id),
  name: z.string(),
  agent_id: id,
  agent_name: z.nullable(z.string()),
  agent_version: z.nullable(z.int()),
  run: z.int(),
  status: testCaseStatus,
  error: z.nullable(z.string()),
  failures: z.array(z.string()),
  not_checked: z.int(),
  skipped: z.int(),
  figures: z.nullable(caseFigures()),
  repeated: z.nullable(
    z.object({ status: runStatus, passed: z.int(), failed: z.int(), of: z.int(), needed: z.int() }),
  ),
  call_id: z.optional(id),
  comparison: z.optional(z.nullable(comparison)),
  result: z.optional(caseResult),
});

export const testCase = z.lazy(() => z.object(testCaseFields()));
export type TestCase = z.infer<typeof testCase>;

const counts = () =>
  z.object({
    queued: z.int(),
    running: z.int(),
    passed: z.int(),
    failed: z.int(),
    error: z.int(),
    not_checked: z.int(),
    skipped: z.int(),
    diverged: z.optional(z.int()),
  });
export type RunCounts = z.infer<ReturnType<typeof counts>>;

export const runFields = () => ({
  ...ownerFields,
  kind: runKind,
  name: z.string(),
  agent_id: z.nullable(id),
  test_id: z.nullable(id),
  status: runStatus,
  created_at: utcTime(),
  ended_at: z.nullable(utcTime()),
  counts: counts(),
});

export const testRun = z.lazy(() => z.object({ ...runFields(), cases: z.array(testCase) }));
export type TestRun = z.infer<typeof testRun>;

/** A run in a list: without its cases. */
export const listedTestRun = z.lazy(() => z.object(runFields()));
export type ListedTestRun = z.infer<typeof listedTestRun>;

export const isCaseOver = ({ status }: Pick<TestCase, 'status'>) =>
  status !== 'queued' && status !== 'running';

export function runCountsOf(
  kind: RunKind,
  cases: readonly Pick<TestCase, 'status' | 'not_checked' | 'skipped'>[],
): RunCounts {
  const of = (status: TestCaseStatus) => cases.filter((each) => each.status === status).length;
  const sum = (field: 'not_checked' | 'skipped') => cases.reduce((all, each) => all + each[field], 0);
  return {
    queued: of('queued'),
    running: of('running'),
    passed: of('passed'),
    failed: of('failed'),
    error: of('error'),
    not_checked: sum('not_checked'),
    skipped: sum('skipped'),
    ...(kind === 'replay' && { diverged: of('diverged') }),
  };
}

/** A repeated test counts by the status of all its repetitions. */
export function runStatusOf(cases: readonly Pick<TestCase, 'status' | 'repeated'>[]): RunStatus {
  if (!cases.every(isCaseOver)) return 'running';
  const statuses = new Set(cases.map(({ status, repeated }) => repeated?.status ?? status));
  if (statuses.has('error')) return 'error';
  return statuses.has('failed') ? 'failed' : 'passed';
}

/** The part of a case's result that a run shows. */
export function summaryOf(
  result: Pick<z.infer<typeof caseResult>, 'status' | 'error' | 'turns' | 'always' | 'finally' | 'figures'>,
): Pick<TestCase, 'status' | 'error' | 'failures' | 'not_checked' | 'skipped' | 'figures'> {
  const all = [
    ...result.turns.flatMap(({ turn, verdicts }) => verdicts.map((each) => ({ ...each, turn }))),
    ...result.always,
    ...result.finally,
  ];
  const of = (...kinds: Verdict['verdict'][]) => all.filter(({ verdict }) => kinds.includes(verdict));
  return {
    status: result.status,
    error: result.error?.slice(0, MAX_ERROR) ?? null,
    failures: of('failed', 'invalid')
      .slice(0, MAX_FAILURES)
      .map(({ turn, expects, reason }) => {
        const where = turn === undefined ? 'at the end' : `turn ${turn}`;
        return `${where}: ${expects}: ${reason}`.slice(0, MAX_FAILURE);
      }),
    not_checked: of('not_checked').length,
    skipped: of('skipped').length,
    figures: result.figures,
  };
}

/** Characters of an error and of a failure that a run shows. The result has the full text. */
const MAX_ERROR = 2_000;
const MAX_FAILURE = 500;

/** A message of the queue: a case to run. */
export const caseMessage = z.object({ user_id: id, run_id: id, number: z.int() });
export type CaseMessage = z.infer<typeof caseMessage>;
