import { describe, expect, it } from 'vitest';
import { testInput } from '../../lambdas/agent-tests/model/agent-test.ts';
import type { Schema } from '../src/api/client.ts';
import { dateTime } from '../src/format/date-time.ts';
import { pairsOf } from '../src/pages/tests/difference.ts';
import {
  answerOf,
  answerText,
  type Expectation,
  expectationOf,
  expectsText,
  failureOf,
  kindOf,
  reasonText,
  textOf,
  turnOf,
  turnText,
} from '../src/pages/tests/expectation.ts';
import { caseFor, cellKey, cellsOf, isOf } from '../src/pages/tests/matrix.ts';
import { lineIn, playedEntries } from '../src/pages/tests/played-turns.tsx';
import { caseName, inOrder, kindsOf } from '../src/pages/tests/replay.ts';
import type { PlayedTurn, TestCase, TestRun } from '../src/pages/tests/test-api.ts';
import { testOfCall, testOfRehearsal } from '../src/pages/tests/test-of-rehearsal.ts';

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
      [undefined, 'action', 'find(day = 1) was refused'],
      [undefined, 'turn', undefined],
    ]);
    expect(entries[0]).toMatchObject({ note: 'Turn 2, interrupts after 3 words', turn: { text: 'Stop.' } });
    expect(entries[2]?.turn).toMatchObject({ heard: 'We are', interrupted: true, silenceMs: 300 });
    expect(entries.map(({ below }) => below !== undefined)).toEqual([false, false, true]);
  });
});

it.each([
  ['says "Stop, "now"." after 1 s', { text: 'Stop, "now".' }],
  ['presses 12#', { keys: '12#' }],
  ['is silent for 20 s', undefined],
])('a contact that %s says %j again in a chat', (contact, line) => expect(lineIn(contact)).toEqual(line));

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

  it('names a call by its number in groups and its time in the reader’s zone', () => {
    const name = caseName('Call from +15551230001, 2026-01-05 09:00 UTC');

    expect(name).toBe(`Call from +1 (555) 123-0001, ${dateTime('2026-01-05T09:00:00Z')}`);
    expect(caseName('books')).toBe('books');
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

it.each([
  [{ contact: 'Hello. (really)' }, 'Hello. (really)'],
  [{ contact: 'Wait.', interrupts_after_words: 3 }, '(after 3 words) Wait.'],
  [{ keys: '1#' }, '(press 1#)'],
  [{ silence: '20s' }, '(silent 20s)'],
  [{ hangs_up: true }, '(hangs up)'],
])('a turn %j is written as %s', (turn, text) => {
  expect(turnText(turn)).toBe(text);
  expect(turnOf(text, { contact: 'x', silence: '1s', optional: true })).toEqual({ ...turn, optional: true });
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
    [{ returns: { status: 'shipped', days: 3, code: '12' } }],
    [{ returns: 'It is open.' }],
    [{ returns: ['a', { b: 1 }] }],
    [{ returns: null }],
    [{ error: 503 }],
    [{ error: 'timeout' }],
  ])('beside it, an answer of a service reads back: %j', (answer) =>
    expect(answerOf(answerText(answer))).toEqual(answer));

  it.each([
    [
      'turn 0: says moon: The agent said "Good morning."',
      'Greeting: expected the agent to say “moon”. It said “Good morning.”',
    ],
    [
      'turn 1: never_says {"matches":"no: t"}: The agent said "No: there."',
      'Turn 1: expected the agent not to say /no: t/. It said “No: there.”',
    ],
    [
      'turn 2: tool {"name":"book","args":{"day":"tue"}}: book was called with {"at":{"h":9},"on":["wed"]}.',
      'Turn 2: expected a call of book(day = tue). book was called with at = (h = 9), on = (wed).',
    ],
    [
      'at the end: outcome {"ended_by":"agent","transferred":true}: It was {"ended_by":"nobody","transferred":false}.',
      'At the end: expected the call to be ended by agent, transferred. It was ended by nobody, not transferred.',
    ],
    ['turn 3: the turn is played: The call had ended.', 'Turn 3: the turn is played: The call had ended.'],
  ])('%s reads as a sentence', (failure, sentence) => {
    const { place, text } = failureOf(failure);

    expect(`${place}: ${text}`).toBe(sentence);
  });

  it('has its words in a verdict, and its reason no JSON', () => {
    expect(expectsText('says {"contains":"moon"}')).toBe('must say “moon”');
    expect(expectsText('invariants true')).toBe('invariants');
    expect(reasonText('The fields are {}.')).toBe('The fields are nothing.');
    expect(reasonText('book was called with {"day":"t…')).toBe('book was called with {"day":"t…');
  });
});

it('makes a valid test of a rehearsal, with the services that were called', () => {
  const at = '2026-01-01T12:00:00.000Z';
  const action = {
    action_id: 'f',
    type: 'action_external',
    input: { after: 9 },
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

  const call = { tool: { name: 'find_slot', args: { after: 9 } } };
  expect(proposals).toEqual([[{ says: 'Hello.' }], [call, { says: 'Is nine fine?' }], []]);
  expect(test).toMatchObject({
    name: 'Tuesday?',
    agent,
    tools: { mocks: [{ tool: 'find_slot', sequence: [{ returns: { day: 'tue' } }] }] },
    turns: [{ contact: 'Tuesday?' }, { keys: '12#' }],
    finally: [{ outcome: { ended_by: 'nobody', transferred: false } }],
  });
  expect(testInput.safeParse(test).error).toBeUndefined();
});

it('expects of a call only its end: what the agent said and called in it is proposed', () => {
  const said = (sender: 'agent' | 'human', text: string) => ({ sender, text }) as Schema<'CallTurn'>;
  const call = { tool: { name: 'book', args: { day: 'tue' } } };

  const { test, proposals } = testOfCall(
    {
      name: 'Call 1',
      turns: [{ silence: '20s' }, { contact: 'Tuesday, please.', expect: [call] }, { hangs_up: true }],
      finally: [{ outcome: { ended_by: 'contact' } }],
    },
    [said('agent', 'Hello.'), said('agent', 'Are you there?'), said('human', 'Tuesday, please.')].concat(
      said('agent', 'Booked. Bye.'),
    ),
  );

  expect(test).toEqual({
    name: 'Tuesday, please.',
    turns: [{ silence: '20s' }, { contact: 'Tuesday, please.' }, { hangs_up: true }],
    finally: [{ outcome: { ended_by: 'contact' } }],
  });
  expect(proposals).toEqual([[{ says: 'Hello.' }], [], [{ says: 'Booked.' }, call], []]);
});
