import { describe, expect, it } from 'vitest';
import { testInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import { pairsOf } from '../src/pages/tests/difference.ts';
import {
  answerOf,
  answerText,
  type Expectation,
  expectationOf,
  failureText,
  kindOf,
  textOf,
} from '../src/pages/tests/expectation.ts';
import { caseFor, cellKey, cellsOf, isOf } from '../src/pages/tests/matrix.ts';
import { playedEntries } from '../src/pages/tests/played-turns.tsx';
import { inOrder, kindsOf } from '../src/pages/tests/replay.ts';
import type { PlayedTurn, TestCase, TestRun } from '../src/pages/tests/test-api.ts';
import { testOfRehearsal } from '../src/pages/tests/test-of-rehearsal.ts';

const row = (fields: Partial<TestCase>): TestCase => ({
  number: 1,
  test_id: 't',
  name: 'books',
  agent_id: 'a',
  agent_name: 'Front desk',
  agent_version: 1,
  run: 1,
  status: 'passed',
  error: null,
  failures: [],
  not_checked: 0,
  skipped: 0,
  figures: null,
  repeated: null,
  ...fields,
});

const run = (id: string, created_at: string, cases: readonly Partial<TestCase>[]): TestRun => ({
  id,
  user_id: 'u',
  kind: 'test',
  name: 'All',
  agent_id: 'a',
  test_id: null,
  status: 'passed',
  created_at,
  ended_at: null,
  counts: { queued: 0, running: 0, passed: 0, failed: 0, error: 0, not_checked: 0, skipped: 0 },
  cases: cases.map((fields, at) => row({ number: at + 1, ...fields })),
});

describe('the matrix of tests', () => {
  const mark = (run_id: string, at: string) =>
    ({
      test_id: 't',
      name: '',
      not_checked: 0,
      test_hash: '',
      version: 1,
      status: 'error',
      run_id,
      at,
    }) as const;

  it('shows what came last: of runs, and of marks that other runs left later', () => {
    const runs = [
      run('new', '2026-01-02', [{ status: 'failed' }]),
      run('old', '2026-01-01', [{}, { agent_version: 2 }, { agent_id: 'b', agent_version: 3 }]),
    ];
    const shown = (...marks: Parameters<typeof cellsOf>[2]) =>
      [...cellsOf('a', runs, marks)].map(([key, cell]) => `${key}: ${cell.status} ${cell.run}`);

    expect(shown(mark('new', '2026-01-03'), mark('older', '2026-01-01'))).toEqual([
      't 1: failed new',
      't 2: passed old',
    ]);
    expect(shown(mark('other', '2026-01-03'))[0]).toBe('t 1: error other');
  });

  it('shows what all repetitions come to', () => {
    const repeated = { status: 'passed', passed: 1, failed: 1, of: 2, needed: 1 } as const;
    const cases = [
      { status: 'failed', repeated },
      { status: 'passed', repeated },
    ] as const;

    expect(cellsOf('a', [run('r', '', cases)], []).get(cellKey('t', 1))?.status).toBe('passed');
  });

  it('leads to a case that did not pass', () => {
    const found = caseFor(run('r', '', [{}, { status: 'failed' }, { agent_version: 2 }]), 't', '1');

    expect(found?.number).toBe(2);
  });

  it('has the tests that name the agent, whatever the version, or none', () => {
    const agent = { id: 'a', name: 'Front desk' };

    expect(['a@3', 'Front desk@draft', 'Front', null].map((named) => isOf({ agent: named }, agent))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('a played turn', () => {
  it('is what the contact did, the tools, and the answer with what was heard of it', () => {
    const entries = playedEntries({
      turn: 2,
      contact: 'interrupts after 3 words and says "Stop."',
      tools: [{ name: 'find', args: { day: 1 }, output: {}, failed: false, refused: true }],
      says: 'We are open.',
      heard: 'We are',
      answered_ms: 300,
      transcript: [],
      verdicts: [],
    });

    expect(entries.map(({ id, kind, detail }) => [id, kind, detail])).toEqual([
      ['turn-2', 'turn', 'interrupts after 3 words and says "Stop."'],
      [undefined, 'action', 'find({"day":1}) was refused'],
      [undefined, 'turn', undefined],
    ]);
    expect(entries[0]).toMatchObject({ note: 'Turn 2, interrupts after 3 words', turn: { text: 'Stop.' } });
    expect(entries[2]?.turn).toMatchObject({ heard: 'We are', interrupted: true, silenceMs: 300 });
    expect(entries.map(({ below }) => below !== undefined)).toEqual([false, false, true]);
  });
});

describe('a replay', () => {
  const first = (turn: number, kind: 'tool' | 'words') => ({
    same: 0,
    different: 1,
    diverged: 0,
    first: { turn, kind, before: '', after: '' },
    diverged_at: null,
    reason: null,
  });
  const cases = [
    row({ number: 1 }),
    row({ number: 2, status: 'diverged' }),
    row({ number: 3, status: 'failed', comparison: first(4, 'words') }),
    row({ number: 4, status: 'failed', comparison: first(2, 'words') }),
    row({ number: 5, status: 'failed', comparison: first(2, 'tool') }),
  ];

  it('shows the earliest difference first, and what is the same last', () => {
    expect(inOrder(cases).map(({ number }) => number)).toEqual([4, 5, 3, 2, 1]);
  });

  it('counts differences by their kind', () => {
    expect(kindsOf(cases)).toEqual([
      ['words', 2],
      ['tool', 1],
    ]);
  });
});

it('marks turns that differ in words, tools or verdicts, not in time', () => {
  const turn = (number: number, fields: Partial<PlayedTurn> = {}): PlayedTurn => ({
    turn: number,
    contact: 'says "Hello"',
    says: 'Hi.',
    tools: [],
    transcript: [],
    verdicts: [],
    ...fields,
  });
  const tool = { name: 'book', args: {}, output: {}, failed: false };
  const verdict = { expects: 'says Hi', reason: '' };
  const [before, after] = [
    [
      turn(0, { answered_ms: 1 }),
      turn(1),
      turn(2, { tools: [tool] }),
      turn(3, { verdicts: [{ ...verdict, verdict: 'passed' }] }),
    ],
    [
      turn(0, { answered_ms: 2 }),
      turn(1, { says: 'Hey.' }),
      turn(2, { tools: [{ ...tool, args: { day: 'tue' } }] }),
      turn(3, { verdicts: [{ ...verdict, verdict: 'failed' }] }),
      turn(4),
    ],
  ];

  const pairs = pairsOf({ turns: before }, { turns: after });

  expect(pairs.filter(({ differs }) => differs).map(({ turn: number }) => number)).toEqual([1, 2, 3, 4]);
});

describe('an expectation on a chip', () => {
  it.each([
    [{ says: 'which day' }, 'which day'],
    [{ says: { matches: 'good (day|morning)' } }, '/good (day|morning)/'],
    [{ never_says: '$' }, '$'],
    [{ tool: 'book' }, 'book'],
    [
      { tool: { name: 'book', args: { day: 'Monday', order: 4711, code: '12' } } },
      'book(day = Monday, order = 4711, code = "12")',
    ],
    [{ within_ms: 800 }, '800'],
    [{ value: { day: 'Monday, the 3rd', confirmed: true } }, 'day = "Monday, the 3rd", confirmed = true'],
    [{ outcome: { ended_by: 'nobody', transferred: false } }, 'ended_by = nobody, transferred = false'],
    [{ judge: { criterion: 'It is polite.', about: 'agent' } }, 'It is polite.'],
  ])('%j is written as %s', (expectation: Expectation, text) => {
    const kind = kindOf(expectation);

    expect(textOf(expectation)).toBe(text);
    expect(expectationOf(kind, text, expectation[kind])).toEqual(expectation);
  });

  it.each([
    [{ status: 'shipped', days: 3, code: '12' }],
    ['It is open.'],
    [['a', { b: 1 }]],
    [null],
    [7],
  ])('beside it, an answer of a service reads back: %j', (answer) =>
    expect(answerOf(answerText(answer))).toEqual(answer));

  it('fails in a sentence', () => {
    const reason = 'It was not said.';

    expect(failureText({ expects: 'says moon', reason }, 'Good morning.')).toBe(
      'expected the agent to say “moon”. It said “Good morning.”',
    );
    expect(failureText({ expects: 'not_tool book', reason: 'book was called with {}.' })).toBe(
      'expected no call of book. book was called with {}.',
    );
  });
});

it('makes a valid test of a rehearsal, with the services that were called', () => {
  const at = '2026-01-01T12:00:00.000Z';
  const action = {
    action_id: 'f',
    type: 'action_external',
    input: {},
    output: { result: { day: 'tue' } },
    duration_ms: 1,
    outcome: 'done',
  } as const;
  const turns = [
    { number: 1, type: 'message', timestamp: at, sender: 'agent', text: 'Hello.' },
    { number: 2, type: 'message', timestamp: at, sender: 'human', text: 'Tuesday?' },
    { number: 3, type: 'action', timestamp: at, action },
    { number: 4, type: 'message', timestamp: at, sender: 'agent', text: 'Is nine fine? Or ten?' },
    { number: 5, type: 'message', timestamp: at, sender: 'human', text: '[keys 12#]' },
  ] as const;
  const agent = '00000000-0000-4000-8000-000000000001';

  const { test, proposals } = testOfRehearsal(
    { agent, turns: [...turns], status: 'open', handed_to: null },
    new Map([['f', 'find_slot']]),
  );

  expect(proposals).toEqual([[{ tool: 'find_slot' }, { says: 'Is nine fine?' }], []]);
  expect(test).toMatchObject({
    name: 'Tuesday?',
    agent,
    tools: { mocks: [{ tool: 'find_slot', sequence: [{ returns: { day: 'tue' } }] }] },
    turns: [{ contact: 'Tuesday?' }, { keys: '12#' }],
    finally: [{ outcome: { ended_by: 'nobody', transferred: false } }],
  });
  expect(testInput.safeParse(test).error).toBeUndefined();
});
