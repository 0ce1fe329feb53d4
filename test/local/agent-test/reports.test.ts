import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ApiError, type Client } from 'phone-call-agents-client';
import { describe, expect, it } from 'vitest';
import { badTest, type CaseReport, exitCodeOf, testReport } from '#cli/agent-tests/report.ts';
import type { Reporter } from '#cli/agent-tests/reporter-names.ts';
import { print } from '#cli/agent-tests/reporters.ts';
import { batchesOf, begin } from '#cli/agent-tests/run-tests.ts';
import { parseTestFile } from '#cli/agent-tests/test-file.ts';
import type { CaseResult } from '../../../lambdas/agent-tests/model/case-result.ts';
import type { TestRun } from '../../../lambdas/agent-tests/model/test-run.ts';
import type { Verdict } from '../../../lambdas/agent-tests/model/verdict.ts';
import { playedTurn } from '../../agent-tests/stored-run.ts';

const FOUND = parseTestFile(
  `name: a <slot> is "taken"
agent: ana
turns:
  - contact: Tuesday?
    expect:
      - tool: find
      - says: free
  - hangs_up: true
always:
  - never_says: sure
finally:
  - outcome: { ended_by: agent }
  - judge: { criterion: polite }
greeting:
  - says: hello
`,
  'tests/a.yaml',
);

const verdict = (kind: Verdict['verdict'], expects: string, more: object = {}): Verdict => ({
  expects,
  verdict: kind,
  reason: 'Because.',
  ...more,
});
const RESULT: CaseResult = {
  status: 'failed',
  turns: [
    playedTurn({ turn: 0, contact: 'answers', says: 'Good\u001b[31m morning.\n::error ::x ##[error]y' }),
    playedTurn({
      contact: 'says "Tuesday?"',
      says: 'Sure.',
      heard: 'Su',
      tools: [{ name: 'book', args: { day: 'tue' }, output: { result: 1 }, failed: false }],
      verdicts: [verdict('failed', 'a mock'), verdict('passed', 'tool find'), verdict('failed', 'says free')],
    }),
    playedTurn({ turn: 2, contact: 'hangs up' }),
  ],
  transcript: [],
  always: [verdict('failed', 'never_says sure', { turn: 1 })],
  finally: [
    verdict('passed', 'outcome'),
    verdict('not_checked', 'judge'),
    verdict('failed', 'each mock is used'),
  ],
  figures: { turns: 3, tool_calls: 1, tokens: { input: 1, output: 1 }, call_ms: 5 },
};

const one = (status: CaseReport['status'], more: Partial<CaseReport> = {}): CaseReport => ({
  number: 1,
  test_id: null,
  name: 'a',
  agent_id: 'id-of-agent',
  agent_name: 'ana',
  agent_version: 3,
  run: 1,
  status,
  error: null,
  failures: [],
  not_checked: 0,
  skipped: 0,
  figures: null,
  repeated: null,
  result: undefined,
  ...more,
});

it('leads from what is expected of the greeting to its line', () => {
  const verdicts = [verdict('failed', 'a mock'), verdict('failed', 'says hello')];
  const result = { ...RESULT, turns: [playedTurn({ turn: 0, verdicts })], always: [], finally: [] };

  const { findings } = testReport(FOUND, [one('failed', { result })]);

  expect(findings.map(({ place }) => place)).toEqual(['tests/a.yaml:1', 'tests/a.yaml:15']);
});

const failing = testReport(FOUND, [one('failed', { result: RESULT })]);
const passing = testReport(FOUND, [one('passed')]);
const broken = testReport(FOUND, [
  one('error', { error: 'The model failed.\nturns[0].expect[1]: the agent has no tool book.' }),
]);
const bad = badTest({ path: 'b.yaml', name: 'bad file' }, [{ at: 'b.yaml:7', text: 'name: Must be <b>.' }]);

const printed = (reporter: Reporter, ...reports: (typeof failing)[]) =>
  print(reporter, reports, (_, text) => text);

describe('the report as text', () => {
  it('has a line for each test, and those that fail as conversations with the verdicts beside the turns', () => {
    expect(printed('text', passing, failing, broken, bad)).toBe(
      `passed tests/a.yaml: a <slot> is "taken"
FAILED tests/a.yaml: a <slot> is "taken"
  Agent    Good [31m morning. ::error ::x ## [error]y
  Contact  says "Tuesday?"
  Tool     book {"day":"tue"}: {"result":1}
  Agent    Sure.
           (heard: Su)
           ✗ a mock: Because. (tests/a.yaml:4)
           ✗ says free: Because. (tests/a.yaml:7)
           ✗ never_says sure: Because. (tests/a.yaml:10)
  Contact  hangs up
  – not checked: judge: Because. (tests/a.yaml:13)
  ✗ each mock is used: Because. (tests/a.yaml:1)
ERROR  tests/a.yaml: a <slot> is "taken"
  ✗ The model failed. (tests/a.yaml:1)
  ✗ the agent has no tool book. (tests/a.yaml:7)
ERROR  b.yaml: bad file
  ✗ name: Must be <b>. (b.yaml:7)
1 passed, 1 failed, 2 could not be run.
`,
    );
  });

  it('says how many runs passed, and what was not checked', () => {
    const repeated = { status: 'passed', passed: 1, failed: 1, of: 2, needed: 1 } as const;
    const result: CaseResult = { ...RESULT, turns: [], always: [], finally: RESULT.finally.slice(0, 2) };
    const cases = [one('failed', { repeated }), one('passed', { repeated, run: 2 })];

    expect(printed('text', testReport(FOUND, cases)).split('\n')[0]).toBe(
      'passed tests/a.yaml: a <slot> is "taken" (1 of 2 runs passed, pass^2 0 %, flake rate 100 %)',
    );
    const unchecked = { not_checked: 1, skipped: 2, result };
    expect(printed('text', testReport(FOUND, [one('passed', unchecked)]))).toBe(
      `passed tests/a.yaml: a <slot> is "taken" (1 not checked, 2 skipped)
  – not checked: judge: Because. (tests/a.yaml:13)
1 passed, 0 failed, 0 could not be run. 1 not checked, 2 skipped.
`,
    );
  });
});

it('the report for JUnit is XML, whatever an agent says', () => {
  const text = printed('junit', passing, failing, broken, bad);
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text);

  expect(XMLValidator.validate(text)).toBe(true);
  expect(text).not.toContain('\u001b');
  expect(testsuites).toMatchObject({ tests: '4', failures: '1', errors: '2' });
  expect(testsuites.testsuite).toMatchObject([
    { name: 'tests/a.yaml', tests: '3' },
    { name: 'b.yaml', testcase: { name: 'bad file', error: { message: 'name: Must be <b>.' } } },
  ]);
  const [{ testcase }] = testsuites.testsuite;
  expect(testcase.map((each: object) => Object.keys(each))).toEqual([
    ['classname', 'name'],
    ['failure', 'classname', 'name'],
    ['error', 'classname', 'name'],
  ]);
  expect(testcase[1].failure.message).toBe('turn 1: a mock: Because.');
});

it('the report as JSON has no ids', () => {
  const repeated = { status: 'failed', passed: 0, failed: 1, of: 2, needed: 2 } as const;
  const failed = testReport(FOUND, [one('failed', { repeated, result: RESULT, skipped: 1 })]);
  const text = printed('json', failed, bad);

  expect(JSON.parse(text)).toMatchObject({
    passed: 0,
    failed: 1,
    errors: 1,
    skipped: 1,
    tests: [
      {
        path: 'tests/a.yaml',
        line: 1,
        status: 'failed',
        skipped: 1,
        pass_k: [0, null, null],
        runs: [{ status: 'failed', agent_version: 3, skipped: 1 }],
      },
      { path: 'b.yaml', line: 7, issues: [{ line: 7, text: 'name: Must be <b>.' }], runs: [] },
    ],
  });
  expect(text).not.toContain('id-of-agent');
});

it('the report for GitHub annotates the lines of the expectations', () => {
  const lines = printed('github', failing, broken, passing, bad).split('\n');

  expect(lines.filter((line) => line.startsWith('::'))).toEqual([
    '::error file=tests/a.yaml,line=4,title=a <slot> is "taken"::turn 1: a mock: Because.',
    '::error file=tests/a.yaml,line=7,title=a <slot> is "taken"::turn 1: says free: Because.',
    '::error file=tests/a.yaml,line=10,title=a <slot> is "taken"::turn 1: never_says sure: Because.',
    '::error file=tests/a.yaml,line=1,title=a <slot> is "taken"::each mock is used: Because.',
    '::error file=tests/a.yaml,line=1,title=a <slot> is "taken"::The model failed.',
    '::error file=tests/a.yaml,line=7,title=a <slot> is "taken"::the agent has no tool book.',
    '::error file=b.yaml,line=7,title=bad file::name: Must be <b>.',
  ]);
});

it.each([
  [[passing], 0],
  [[passing, failing], 1],
  [[passing, failing, broken], 2],
  [[], 2],
  [[testReport(FOUND, [one('passed'), one('error', { run: 2 })])], 2],
  [[testReport(FOUND, [one('passed'), one('failed', { run: 2 })])], 1],
])('the exit code is of all tests: %#', (reports, code) => {
  expect(exitCodeOf(reports)).toBe(code);
});

describe('a request', () => {
  it('has at most 50 tests, 280 KB and 500 cases', () => {
    const sizes = (tests: (typeof FOUND)[], runs = 1) => batchesOf(tests, runs).map(({ length }) => length);
    const large = { ...FOUND, test: { ...FOUND.test, context: { note: 'x'.repeat(90_000) } } };
    const caller = { persona: 'p', goal: 'g', pass: '3 of 100' };

    expect(sizes(Array(120).fill(FOUND))).toEqual([50, 50, 20]);
    expect(sizes(Array(60).fill(FOUND), 20)).toEqual([25, 25, 10]);
    expect(sizes([FOUND, large, large, large, large])).toEqual([4, 1]);
    expect(sizes(Array(6).fill({ ...FOUND, test: { name: 'a', caller } }))).toEqual([5, 1]);
    expect(sizes([])).toEqual([]);
  });

  it('that is refused for some tests is repeated without them', async () => {
    const other = { ...FOUND, test: { ...FOUND.test, agent: 'nobody' } };
    const issue = { loc: ['body', 'tests', '1', 'agent'], msg: 'No agent.', type: 'unknown_reference' };
    const asked: number[] = [];
    const run = { id: 'run' } as TestRun;
    const api = {
      request: async (
        _: string,
        __: string,
        { body: { tests } }: { body: { tests: { agent?: string }[] } },
      ) => {
        asked.push(tests.length);
        if (tests[1]?.agent === 'nobody') throw new ApiError({ status: 422, issues: [issue] });
        return { data: run };
      },
    } as unknown as Client;

    const begun = await begin([FOUND, other, FOUND], { api, options: { runs: 1 } });

    expect(asked).toEqual([3, 2]);
    expect(begun).toMatchObject({ begun: run, accepted: [FOUND, FOUND] });
    expect(begun.refused).toMatchObject([
      { name: FOUND.test.name, issues: [{ at: 'tests/a.yaml:2', text: 'agent: No agent.' }] },
    ]);
  });

  it('that is refused for the agent of all tests names the option', async () => {
    const issue = { loc: ['body', 'agent'], msg: 'No agent.', type: 'unknown_reference' };
    const request = () => Promise.reject(new ApiError({ status: 422, issues: [issue] }));
    const api = { request } as unknown as Client;

    await expect(begin([FOUND], { api, options: { runs: 1, agent: 'nobody' } })).rejects.toThrow(
      '--agent nobody: No agent.',
    );
  });
});
