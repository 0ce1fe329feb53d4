import type { CaseResult } from '../../../../lambdas/agent-tests/model/case-result.ts';
import {
  type Repetitions,
  repetitionsOf,
  statusOfRepetitions,
} from '../../../../lambdas/agent-tests/model/repetitions.ts';
import type { TestCase } from '../../../../lambdas/agent-tests/model/test-run.ts';
import type { Verdict } from '../../../../lambdas/agent-tests/model/verdict.ts';
import { type FoundTest, stepsOf } from './test-file.ts';

/** A finished case, with its result unless everything passed. */
export interface CaseReport extends Omit<TestCase, 'result'> {
  readonly result: CaseResult | undefined;
}

/** A verdict, and the file and line of its expectation. */
export interface Finding extends Verdict {
  readonly place: string;
}

/** Why a test could not be run, and the file and line. */
export interface Issue {
  readonly at: string;
  readonly text: string;
}

/** The outcome of a test over all its runs. */
export interface TestReport {
  readonly path: string;
  readonly place: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'error';
  readonly cases: readonly CaseReport[];
  readonly repeated: Repetitions;
  /** The first case that failed or couldn't be run. */
  readonly broken: CaseReport | undefined;
  readonly issues: readonly Issue[];
  /** The number of expectations in all runs that were unchecked or skipped. */
  readonly not_checked: number;
  readonly skipped: number;
  /** The verdicts that didn't pass, in order. If the test passed, the unchecked ones. */
  readonly findings: readonly Finding[];
}

export function testReport(found: FoundTest, cases: readonly CaseReport[]): TestReport {
  const repeated = cases[0]?.repeated ?? repetitionsOf(cases.map((one) => one.status));
  const status = statusOfRepetitions(repeated);
  const broken = status === 'passed' ? undefined : cases.find((one) => one.status === status);
  const sum = (kind: 'not_checked' | 'skipped') => cases.reduce((all, one) => all + one[kind], 0);
  const result = (broken ?? cases.find((one) => one.result))?.result;
  return {
    path: found.path,
    place: found.placeOf([]),
    name: found.test.name,
    status,
    cases,
    repeated,
    broken,
    issues: broken?.error ? broken.error.split('\n').map((text) => issueAt(found, text)) : [],
    not_checked: sum('not_checked'),
    skipped: sum('skipped'),
    findings: result ? findingsOf(found, result).filter(({ verdict }) => verdict !== 'passed') : [],
  };
}

/** An issue from the service, which may begin with its place in the test: `turns[0].expect[1]: …`. */
function issueAt({ placeOf }: FoundTest, sentence: string): Issue {
  const [, place = '', text = sentence] =
    /^((?:greeting|turns|tools|always|finally)\b\S*): (.*)$/s.exec(sentence) ?? [];
  return { at: placeOf(stepsOf(place.match(/\w+/g) ?? [])), text };
}

/** A test that wasn't run. */
export const badTest = (
  { path, name }: Pick<TestReport, 'path' | 'name'>,
  issues: TestReport['issues'],
): TestReport => ({
  path,
  place: issues[0]?.at ?? path,
  name,
  status: 'error',
  cases: [],
  repeated: repetitionsOf([]),
  broken: undefined,
  issues,
  not_checked: 0,
  skipped: 0,
  findings: [],
});

/** The service's own expectation about mocks. */
const UNUSED_MOCK = 'each mock is used';

function findingsOf({ test, placeOf }: FoundTest, { turns, ...result }: CaseResult): Finding[] {
  const ofTurns = turns.flatMap(({ turn, verdicts }) => {
    const isGreeting = turn === 0;
    const expected = (isGreeting ? test.greeting : test.turns?.[turn - 1]?.expect)?.length ?? 0;
    // The engine's findings precede the turn's own expectations.
    const first = verdicts.length - expected;
    const list = isGreeting ? ['greeting'] : ['turns', turn - 1, 'expect'];
    const around = isGreeting ? [] : ['turns', turn - 1];
    const place = (index: number) => placeOf(index < first ? around : [...list, index - first]);
    return verdicts.map((verdict, index) => ({ ...verdict, turn, place: place(index) }));
  });
  const ofAll = (['always', 'finally'] as const).flatMap((part) =>
    result[part].map((verdict, index) => {
      const isWritten = index < (test[part]?.length ?? 0);
      const steps = isWritten ? [part, index] : verdict.expects === UNUSED_MOCK ? ['tools', 'mocks'] : [];
      return { ...verdict, place: placeOf(steps) };
    }),
  );
  return [...ofTurns, ...ofAll];
}

/** 0: all passed; 1: a test failed; 2: a test could not be run. */
export function exitCodeOf(reports: readonly Pick<TestReport, 'status'>[]): 0 | 1 | 2 {
  if (reports.length === 0 || reports.some(({ status }) => status === 'error')) return 2;
  return reports.some(({ status }) => status === 'failed') ? 1 : 0;
}
