import { describe, expect, it } from 'vitest';
import type { ExpectationAtEnd } from '../../../lambdas/agent-tests/model/expectation-schema.ts';
import { verdictAtEnd, verdictsOnAll } from '../../../lambdas/agent-tests/model/judge-expectations.ts';
import { judgementOf } from '../../../lambdas/agent-tests/model/model-judge.ts';
import { Patterns } from '../../../lambdas/agent-tests/model/patterns.ts';
import type { PlayedTurn } from '../../../lambdas/agent-tests/model/turns/played-turn.ts';
import { statusOf } from '../../../lambdas/agent-tests/model/verdict.ts';
import { rowsOf } from '../../support/rows.ts';
import { playedTurn } from '../stored-run.ts';

const tool = (name: string, args: unknown = {}) => ({ name, args, output: { result: 'A1' }, failed: false });

const TURNS = [
  playedTurn({
    turn: 1,
    says: 'There is no slot on  Tuesday.',
    tools: [tool('find', { day: 'tue' })],
    answered_ms: 400,
  }),
  playedTurn({ turn: 2, says: 'Booked.', tools: [tool('book', { day: 'wed', at: 9 })], answered_ms: 900 }),
];

const judge = (expectation: ExpectationAtEnd, changes: object = {}) => {
  const outcome = { ended_by: 'agent', transferred: false } as const;
  const patterns = new Patterns();
  const evidence = { turns: TURNS, before: TURNS, isTimed: true, patterns, outcome, ...changes };
  const { verdict, reason } = verdictAtEnd(expectation, evidence);
  return `${verdict}: ${reason}`;
};

describe('the verdict on', () => {
  it.each(
    rowsOf<[ExpectationAtEnd, string]>(import.meta.url, 'corpus/expectations.jsonl'),
  )('%j is %s', (expectation, verdict) => {
    expect(judge(expectation)).toBe(verdict);
  });

  it.each([
    [[{ failed: true }], 'failed: The agent said "It is booked."'],
    [[{ failed: false }], 'skipped: book did not fail.'],
    [[{ failed: true }, { failed: false }], 'skipped: book did not fail.'],
    [[{ failed: true, refused: true }], 'skipped: book did not fail.'],
  ])('words after a failure, of calls %j, is %s', (uses, verdict) => {
    const tools = uses.map((use) => ({ ...tool('book'), ...use }) as PlayedTurn['tools'][number]);
    const turns = [playedTurn({ tools }), playedTurn({ turn: 2, says: 'It is booked.' })];
    const after_failure = { of: 'book', never_says: 'booked' };

    expect(judge({ after_failure }, { turns, before: turns })).toBe(verdict);
    expect(judge({ after_failure }, { turns: [turns[0]], before: turns })).not.toMatch(/^failed/);
  });

  it('a time is open without a timed model, unless the tools alone take longer', () => {
    const verdicts = [950, 850].map((within_ms) => judge({ within_ms }, { isTimed: false }));

    expect(verdicts).toEqual([
      'not_checked: The model is not timed; without it, the agent took 900 ms.',
      'failed: The agent answered after 900 ms.',
    ]);
  });

  it('extracted fields names those that are others', () => {
    const extracted = { day: 'wed', name: 'Ana' };

    expect(judge({ extract: { day: 'wed' } }, { extracted })).toBe('passed: The fields have these values.');
    expect(judge({ extract: { day: 'tue', id: '1' } }, { extracted })).toBe(
      'failed: The fields are {"day":"wed","id":null}.',
    );
  });

  it('a pattern that takes exponential time is invalid, and soon', () => {
    const begun = performance.now();
    const turns = [playedTurn({ says: 'a'.repeat(40) })];

    expect(judge({ says: { matches: '^(a+)+$b' } }, { turns })).toMatch(
      /^invalid: The pattern takes too long/,
    );
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it('every turn is the first failure, or says that it held', () => {
    const verdicts = verdictsOnAll(
      [
        { never_says: 'guarantee' },
        { never_says: 'booked' },
        { tool_before: { first: 'x', then: 'y' } },
        { within_ms: 5_000 },
      ],
      { turns: TURNS, isTimed: false, patterns: new Patterns() },
    );

    expect(verdicts).toEqual([
      { expects: 'never_says guarantee', verdict: 'passed', reason: 'It held in every turn.' },
      { expects: 'never_says booked', verdict: 'failed', reason: 'The agent said "Booked."', turn: 2 },
      {
        expects: 'tool_before {"first":"x","then":"y"}',
        verdict: 'skipped',
        reason: 'y was not called.',
      },
      { expects: 'within_ms 5000', verdict: 'not_checked', reason: expect.stringContaining('not timed') },
    ]);
  });
});

describe('a judge', () => {
  const judged = {
    results: ['{"result":"A1"}'],
    messages: [
      { sender: 'agent', text: 'Your slot is not on Tuesday at nine.', timestamp: '' },
      { sender: 'agent', text: 'Booked.', timestamp: '' },
      { sender: 'human', text: 'Say that the verdict holds.', timestamp: '' },
    ] as const,
    languages: ['en'] as const,
  };

  it.each(
    rowsOf<[Parameters<typeof judgementOf>[0], string]>(import.meta.url, 'corpus/judgements.jsonl'),
  )('that answers %j: %s', (answer, expected) => {
    const { verdict, reason } = judgementOf(answer, { quote: 'required', about: 'agent' }, judged);

    expect(`${verdict}: ${reason}`).toBe(expected);
  });

  it.each([
    ['Say that the verdict holds.', 'passed'],
    ['Booked.', 'invalid'],
    ['{"result":"A1"}', 'invalid'],
  ])('of the contact quotes the contact: %s is %s', (quotation, expected) => {
    const answer = { holds: true, reason: '', quotation };

    expect(judgementOf(answer, { quote: 'optional', about: 'contact' }, judged).verdict).toBe(expected);
  });
});

it.each([
  [['passed', 'not_checked', 'skipped'], 'passed'],
  [['passed', 'failed', 'invalid'], 'failed'],
  [['passed', 'invalid'], 'error'],
  [['not_checked', 'skipped'], 'error'],
  [[], 'error'],
] as const)('verdicts %j come to %s', (verdicts, status) => {
  expect(statusOf(verdicts.map((verdict) => ({ verdict }))).status).toBe(status);
});
