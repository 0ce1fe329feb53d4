// What tests and replays see of an agent's steps.
import { describe, expect, it } from 'vitest';
import { decisionOf, differenceOf } from '../../../lambdas/agent-tests/model/comparison.ts';
import type { ExpectationAtEnd } from '../../../lambdas/agent-tests/model/expectation-schema.ts';
import { verdictAtEnd, verdictsOnAll } from '../../../lambdas/agent-tests/model/judge-expectations.ts';
import { Patterns } from '../../../lambdas/agent-tests/model/patterns.ts';
import { testFromCall } from '../../../lambdas/agent-tests/model/test-from-call.ts';
import { coverageOf, playedSteps } from '../../../lambdas/agent-tests/model/turns/played-turn.ts';
import { recordedTurns } from '../../../lambdas/agent-tests/model/turns/recorded-turns.ts';
import { stateBefore } from '../../../lambdas/agent-tests/play/replay-forced.ts';
import type { CallTurn } from '../../../lambdas/calls/model/call-turns.ts';
import type { Session } from '../../../lambdas/conversation/model/session.ts';
import type { StepsState } from '../../../lambdas/conversation/model/steps/steps-state.ts';
import { Coverage } from '../../../packages/cli/src/agent-tests/coverage.ts';
import { BILLING_AGENT, parseSteps, SUPPORT } from '../../support/agent-steps.ts';
import { sessionOf, storedCall } from '../../support/table/stored-call.ts';
import { playedTurn } from '../stored-run.ts';

const STEPS = parseSteps(SUPPORT);
const PHONE = { value: '+15551234567', source: 'contact' as const, confirmed_at: 2 };
const AT = '2026-01-01T00:00:10.000Z';

const state = (changes: Partial<StepsState>): StepsState => ({
  step: 'identify',
  values: {},
  ...{ visits: {}, turn: 0, moves: 0, silences: 0, attempts: 0, always_at: {} },
  ...changes,
});

const session = sessionOf(storedCall());
const at = (changes: Partial<StepsState>): Session => ({ ...session, steps: state(changes) });

const TURNS = [
  playedTurn({ turn: 0, step: 'identify', entered: ['disclose', 'identify'] }),
  playedTurn({
    turn: 1,
    step: 'help',
    entered: ['help'],
    values: { phone: PHONE, born: { ...PHONE, value: null } },
  }),
  playedTurn({ turn: 2, step: 'help' }),
];

const judge = (expectation: ExpectationAtEnd, turns = TURNS, before = TURNS) => {
  const outcome = { ended_by: 'agent', transferred: false } as const;
  const evidence = { turns, before, isTimed: false, patterns: new Patterns(), outcome };
  const { verdict, reason } = verdictAtEnd(expectation, evidence);
  return `${verdict}: ${reason}`;
};

describe('the verdict on the steps of a test', () => {
  it.each<[ExpectationAtEnd, string]>([
    [{ step: 'help' }, 'passed: The conversation was in help.'],
    [{ step: 'pay' }, 'failed: The conversation was in help.'],
    [{ never_visits: 'pay' }, 'passed: It was not entered.'],
    [{ never_visits: 'disclose' }, 'failed: It was entered in turn 0.'],
    [{ value: { phone: '+15551234567' } }, 'passed: phone was "+15551234567", confirmed.'],
    [{ value: { phone: '+15551234567', confirmed: true } }, 'passed: phone was "+15551234567", confirmed.'],
    [{ value: { phone: '+15551234567', confirmed: false } }, 'failed: phone was "+15551234567", confirmed.'],
    [{ value: { phone: '+15550000000' } }, 'failed: phone was "+15551234567", confirmed.'],
    [{ value: { account: { overdue: 3 } } }, 'failed: account was null.'],
    [{ value: { account: null } }, 'passed: account was null.'],
  ])('%j is %s', (expectation, verdict) => {
    expect(judge(expectation)).toBe(verdict);
  });

  it('looks at one turn, and at the values by then', () => {
    const [begun, ...others] = TURNS;

    expect(judge({ step: 'identify' }, [begun!], [begun!])).toMatch(/^passed/);
    expect(judge({ value: { phone: null } }, [begun!], [begun!])).toMatch(/^passed/);
    expect(judge({ value: { phone: PHONE.value } }, others.slice(1), TURNS)).toMatch(/^passed/);
    const always = verdictsOnAll([{ never_visits: 'help' }], {
      turns: TURNS,
      isTimed: false,
      patterns: new Patterns(),
    });
    expect(always).toMatchObject([{ verdict: 'failed', turn: 1 }]);
    expect(judge({ step: 'identify' }, [playedTurn({})])).toBe('failed: The agent has no steps.');
  });
});

it('a played turn shows the step, those that were entered, and the values if one changed', () => {
  const first = at({ visits: { identify: 1 }, values: { phone: PHONE } });
  const second = at({ step: 'help', visits: { identify: 1, help: 1 }, values: { phone: PHONE } });

  expect(playedSteps(session, undefined)).toEqual({});
  expect(playedSteps(first, undefined)).toEqual({
    step: 'identify',
    entered: ['identify'],
    values: { phone: PHONE },
  });
  expect(playedSteps(second, first)).toEqual({ step: 'help', entered: ['help'] });
});

it('the coverage of steps counts steps and exits, also those that were not taken, and sums them up', () => {
  const exit = (to: string, through?: string[]) => ({
    to,
    by: 'code' as const,
    ...(through && { through }),
  });
  const path = [
    { step: 'disclose', turn: 1, exit: exit('identify') },
    { step: 'identify', turn: 1, exit: exit('help', ['hours']) },
    { step: 'help', turn: 2, exit: exit('person') },
    { step: 'identify', agent_id: BILLING_AGENT, turn: 3 },
  ];

  const figures = coverageOf(STEPS, path);
  const coverage = new Coverage();
  coverage.add([{ cases: [{ figures }, { figures: null }, { figures }] }] as never);

  expect(figures.steps).toEqual({ disclose: 1, identify: 1, hours: 1, pay: 0, help: 1, person: 0 });
  expect(figures.exits).toMatchObject({
    'disclose → identify': 1,
    'identify → hours': 1,
    'hours → help': 1,
    'identify → help': 0,
    '* → person': 1,
    '* → billing': 0,
  });
  expect(coverage.summary.split('\n')[0]).toBe('  steps: 4 of 6; never pay, person');
  expect(new Coverage().summary).toBe('');
});

describe('a recorded call with steps', () => {
  const said = (number: number, changes: Partial<CallTurn> = {}): CallTurn => ({
    ...{ number, type: 'message', timestamp: AT, sender: 'human', text: 'Hi.' },
    ...changes,
  });
  const decision = (to: string | undefined, step: string | undefined = 'identify') => {
    const exit = to === undefined ? {} : { exit: { to, by: 'model' as const } };
    const answer = said(2, { sender: 'agent', text: 'Fine.', ...(step && { step }), ...exit });
    const [, own] = recordedTurns([said(1, step ? { step } : {}), answer]);
    return decisionOf(own!, []);
  };

  it('differs from a replay that takes other exits', () => {
    expect(differenceOf(decision('help'), decision('pay'))).toEqual({
      kind: 'step',
      before: 'goes to help',
      after: 'goes to pay',
    });
    expect(differenceOf(decision('help'), decision(undefined))).toMatchObject({ after: 'stays in its step' });
    expect(differenceOf(decision('help'), decision('help'))).toBeUndefined();
    expect(differenceOf(decision('help'), decision(undefined, ''))).toBeUndefined();
  });

  const turns = ['identify', 'identify', 'help', 'help'].map((step, index) => ({ number: index + 1, step }));
  const call = storedCall({
    status: 'ended',
    start_time: AT,
    messages: turns.map((_, index) => ({ sender: index % 2 ? 'agent' : 'human', text: 'x', timestamp: AT })),
    turns,
    values: { phone: { ...PHONE, confirmed_at: 1 }, born: { ...PHONE, confirmed_at: 2 } },
    path: [
      { step: 'identify', turn: 1, exit: { to: 'help', by: 'else' } },
      { step: 'help', turn: 3 },
    ],
  });

  it('becomes a test that expects its last step and the values of its contact', () => {
    expect(testFromCall(call)?.test.finally).toEqual([
      { step: 'help' },
      { value: { phone: PHONE.value, confirmed: true } },
      { value: { born: PHONE.value, confirmed: true } },
    ]);
  });

  it('is replayed from the step and the values that it had', () => {
    expect(stateBefore(call, 1, STEPS)).toMatchObject({
      step: 'identify',
      visits: { identify: 1 },
      values: {},
    });
    const { values, ...before } = stateBefore(call, 3, STEPS)!;
    expect(before).toMatchObject({ step: 'help', turn: 1, visits: { identify: 1, help: 1 } });
    expect(Object.keys(values)).toEqual(['phone']);
    expect(stateBefore(call, 3, { ...STEPS, steps: {} })).toBeUndefined();
  });
});
