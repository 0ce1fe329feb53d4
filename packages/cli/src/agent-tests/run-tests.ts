import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Client } from 'phone-call-agents-client';
import { isCaseOver, type TestCase, type TestRun } from '../../../../lambdas/agent-tests/model/test-run.ts';
import { CommandError } from '../errors.ts';
import { badTest, type CaseReport, type Issue, type TestReport, testReport } from './report.ts';
import { type FoundTest, stepsOf } from './test-file.ts';

/** Limits of one request: tests, bytes and cases. */
const MAX_TESTS = 50;
/** Below the API's maximum body, with a margin for the other fields. */
const MAX_BYTES = 280_000;
const MAX_CASES = 500;

/** Milliseconds between two polls of a run, first and later. */
const POLL_MS = { first: 100, last: 1_000 };
/** Milliseconds without progress until giving up: a dead worker's case is played again after ten minutes. */
const NO_PROGRESS_MS = 1_200_000;

/** Concurrent requests for results. */
const RESULTS_AT_ONCE = 8;

/** How tests are run: fields of `POST /v1/tests/run`. */
interface RunOptions {
  readonly agent?: string | undefined;
  readonly runs: number;
  readonly offline?: boolean;
  readonly timed?: boolean;
  readonly invariants?: boolean;
}

interface Run {
  readonly api: Client;
  readonly options: RunOptions;
  readonly signal: AbortSignal;
  /** Called with the number of finished tests whenever it changes. */
  readonly onProgress?: (over: number) => void;
  /** Called when a run has started, and has thereby captured its agents. */
  readonly onBegun?: (run: TestRun) => Promise<void>;
}

/** Runs tests, and reports on each in order, refused ones last. Throws CommandError if none can be run. */
export async function runTests(tests: readonly FoundTest[], run: Run): Promise<TestReport[]> {
  const batches: [batch: readonly FoundTest[], begun: TestRun][] = [];
  const bad: TestReport[] = [];
  for (const batch of batchesOf(tests, run.options.runs)) {
    const { begun, accepted, refused } = await begin(batch, run);
    bad.push(...refused);
    if (!begun) continue;
    await run.onBegun?.(begun);
    batches.push([accepted, begun]);
  }
  const reports: TestReport[] = [];
  for (const [batch, begun] of batches) {
    const onProgress = (over: number) => run.onProgress?.(reports.length + over);
    reports.push(...(await reportsOf(batch, begun, { ...run, onProgress })));
  }
  return [...reports, ...bad];
}

/** The tests per request, in order. */
export function batchesOf(tests: readonly FoundTest[], runs: number): FoundTest[][] {
  const batches: FoundTest[][] = [];
  let [bytes, cases] = [0, 0];
  for (const found of tests) {
    const size = Buffer.byteLength(JSON.stringify(found.test)) + 1;
    const runsOfTest = casesOf(found, runs);
    const isFull = bytes + size > MAX_BYTES || cases + runsOfTest > MAX_CASES;
    const batch = batches.at(-1);
    if (!batch || isFull || batch.length === MAX_TESTS) {
      batches.push([found]);
      [bytes, cases] = [0, 0];
    } else batch.push(found);
    bytes += size;
    cases += runsOfTest;
  }
  return batches;
}

/** How often a test is run. A test that sets how many runs must pass has its own number. */
function casesOf({ test }: FoundTest, runs: number): number {
  const [, own] = / of (\d+)$/.exec(test.caller?.pass ?? '') ?? [];
  return own === undefined ? runs : Number(own);
}

async function reportsOf(batch: readonly FoundTest[], begun: TestRun, run: Run): Promise<TestReport[]> {
  const ended = await untilOver(begun, run);
  const byTest = casesByTest(ended.cases);
  if (byTest.length !== batch.length)
    throw new CommandError(`The service ran ${byTest.length} tests instead of ${batch.length}.`);
  const reports: TestReport[] = [];
  for (const [index, found] of batch.entries()) {
    reports.push(testReport(found, await withResults(byTest[index] ?? [], ended.id, run.api)));
  }
  return reports;
}

interface Begun {
  /** Undefined if no test was accepted. */
  readonly begun?: TestRun;
  readonly accepted: readonly FoundTest[];
  readonly refused: readonly TestReport[];
}

/** Starts a run of the tests that the service accepts: it refuses a whole run for one bad test. */
export async function begin(
  batch: readonly FoundTest[],
  { api, options }: Pick<Run, 'api' | 'options'>,
): Promise<Begun> {
  if (batch.length === 0) return { accepted: [], refused: [] };
  const tests = batch.map(({ test: { $schema: _, ...test } }) => test);
  try {
    const { data: begun } = await api.request<TestRun>('POST', '/v1/tests/run', {
      body: { tests, ...options },
    });
    return { begun, accepted: batch, refused: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const issues = batch.map((found, index) => issuesOf(found, index, error));
    const refused = batch.flatMap(({ path, test: { name } }, index) => {
      const own = issues[index] ?? [];
      return own.length > 0 ? badTest({ path, name }, own) : [];
    });
    if (refused.length === 0) throw ofOption(error, options);
    const others = batch.filter((_, index) => issues[index]?.length === 0);
    const rest = await begin(others, { api, options });
    return { ...rest, refused: [...refused, ...rest.refused] };
  }
}

/** The service's issues with one of a request's tests. */
const issuesOf = ({ placeOf }: FoundTest, index: number, { issues }: ApiError): Issue[] =>
  issues.flatMap(({ loc: [, list, number, ...rest], msg }) => {
    if (list !== 'tests' || number !== String(index)) return [];
    return { at: placeOf(stepsOf(rest)), text: [rest.join('.'), msg].filter(Boolean).join(': ') };
  });

/** If the service refuses the agent for every test, the option is wrong. */
function ofOption(error: ApiError, { agent }: RunOptions): Error {
  const [issue] = error.issues;
  return issue?.loc.join('.') === 'body.agent' ? new CommandError(`--agent ${agent}: ${issue.msg}`) : error;
}

/** What waiting for a run needs. */
interface Waiting extends Pick<Run, 'onProgress'> {
  readonly api: Pick<Client, 'request'>;
  readonly signal: AbortSignal | undefined;
}

/** Polls a run until it is over. Throws CommandError if it makes no progress. */
export async function untilOver(begun: TestRun, { api, signal, onProgress }: Waiting): Promise<TestRun> {
  let run = begun;
  let pause = POLL_MS.first;
  let progress = { cases: '', at: Date.now() };
  while (run.status === 'running') {
    await wait(pause, undefined, { signal });
    pause = Math.min(pause * 1.5, POLL_MS.last);
    run = (await api.request<TestRun>('GET', '/v1/tests/runs', { query: { id: begun.id }, signal })).data;
    onProgress?.(casesByTest(run.cases).filter((cases) => cases.every(isCaseOver)).length);
    const cases = run.cases.map(({ status }) => status).join();
    if (cases !== progress.cases) progress = { cases, at: Date.now() };
    if (Date.now() - progress.at > NO_PROGRESS_MS)
      throw new CommandError(
        `The run ${run.id} has made no progress for ${NO_PROGRESS_MS / 60_000} minutes.`,
      );
  }
  return run;
}

/** A run lists cases test by test; the first of each test is run 1. */
function casesByTest(cases: readonly TestCase[]): TestCase[][] {
  const tests: TestCase[][] = [];
  for (const one of cases.toSorted((a, b) => a.number - b.number))
    if (one.run === 1) tests.push([one]);
    else tests.at(-1)?.push(one);
  return tests;
}

/** The cases, with results if anything failed or was unchecked. */
async function withResults(cases: readonly TestCase[], run: string, api: Client): Promise<CaseReport[]> {
  const reports: CaseReport[] = [];
  for (let first = 0; first < cases.length; first += RESULTS_AT_ONCE) {
    const some = cases.slice(first, first + RESULTS_AT_ONCE).map(async (one) => {
      const isShown = one.status !== 'passed' || one.not_checked + one.skipped > 0;
      if (!isShown) return { ...one, result: undefined };
      const {
        cases: [played],
      } = await api.get('/v1/tests/runs', { query: { id: run, case: one.number } });
      return { ...one, result: played?.result ?? undefined };
    });
    reports.push(...(await Promise.all(some)));
  }
  return reports;
}
