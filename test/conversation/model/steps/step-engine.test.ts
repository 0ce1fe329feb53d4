import { describe, expect, it } from 'vitest';
import { afterStepEvent, beginSteps } from '../../../../lambdas/conversation/model/steps/step-engine.ts';
import type { StepEvent } from '../../../../lambdas/conversation/model/steps/step-events.ts';
import { type StepsState, stepsState } from '../../../../lambdas/conversation/model/steps/steps-state.ts';
import type { Value } from '../../../../lambdas/conversation/model/values/value.ts';
import {
  effectTypes,
  normalize,
  parseSteps,
  type StepsInput,
  SUPPORT,
} from '../../../support/agent-steps.ts';

const WORDS: StepEvent = { type: 'words' };
const set = (step: string, values: Record<string, string>): StepEvent => ({ type: 'set', step, values });
const confirm = (name: string, step = 'identify'): StepEvent => ({ type: 'confirm', step, name });
const exit = (step: string, name: string): StepEvent => ({ type: 'exit', step, name });
const readBack = (name: string, value: string): StepEvent => ({
  type: 'read_back',
  name,
  value,
  words: `${value}!`,
});
const found = (output: unknown): StepEvent => ({ type: 'result', action: 'find_account', output });

/** Plays events; returns the last state, and the effects of the last event. */
function play(input: StepsInput, events: readonly StepEvent[], known = {}) {
  const steps = parseSteps(input);
  let outcome = beginSteps({ steps }, known);
  for (const event of events) outcome = afterStepEvent({ steps, normalize }, outcome.state, event);
  return outcome;
}

const only = (a: StepsInput['steps'][string], more: Partial<StepsInput> = {}): StepsInput => ({
  entry: 'a',
  steps: { a, b: { goal: 'Talk.' } },
  ...more,
});

const PHONE = { phone: '+491' };
const SAY_PHONE = set('identify', PHONE);
const READ_PHONE = readBack('phone', '+491');
const PAY = found({ account: { overdue: 9 } });
const HOURS = exit('identify', 'hours');
const PERSON = exit('identify', 'person');
const STALE = 'phone changed, or the contact has not answered yet: read it back and wait for the answer.';
/** Both values are known, and the phone number is read back and confirmed. */
const IDENTIFIED = [
  WORDS,
  set('identify', { ...PHONE, born: '2000-01-01' }),
  READ_PHONE,
  WORDS,
  confirm('phone'),
];

describe('the steps of a conversation', () => {
  it('begin with what is said word for word, and go on to the step that waits', () => {
    const { state, effects } = play(SUPPORT, []);

    expect(state).toMatchObject({ step: 'identify', visits: { disclose: 1, identify: 1 }, turn: 0 });
    expect(effects.slice(0, 3)).toEqual([
      { type: 'entered', step: 'disclose', from: '' },
      { type: 'say', text: 'This call is recorded.' },
      {
        type: 'entered',
        step: 'identify',
        from: 'disclose',
        exit: { to: 'identify', by: 'else' },
      },
    ]);
  });

  it.each<[string, readonly StepEvent[], string]>([
    ['values that are not confirmed', IDENTIFIED.slice(0, -1), 'identify'],
    ['all values, as the else', IDENTIFIED, 'help'],
    ['a condition, at any time', [WORDS, PAY], 'pay'],
    ['a condition before the else', [found({ account: { overdue: 0 } }), ...IDENTIFIED], 'help'],
    [
      'a failed result, from which nothing is taken',
      [{ type: 'result', action: 'x', output: { account: { overdue: 9 } }, failed: true }],
      'identify',
    ],
    ['an exit of the model, through a step that only says', [WORDS, HOURS], 'help'],
    ['silence', [{ type: 'silence' }], 'identify'],
    ['words without an exit', [WORDS, WORDS], 'identify'],
    ['two exits in one answer, of which the first counts', [WORDS, HOURS, PERSON], 'help'],
    ['an unknown exit', [WORDS, exit('identify', 'our')], 'identify'],
    ['an exit named as a part of every object', [WORDS, exit('identify', 'constructor')], 'identify'],
    ['an exit of always', [WORDS, PERSON], 'person'],
    ['keys for a step that wants them', [PAY, { type: 'keys', digits: '4111' }], 'help'],
    ['keys for no value', [HOURS, { type: 'keys', digits: '1' }], 'help'],
    ['done, as the else', [HOURS, exit('help', 'done')], 'help'],
  ])('follow %s', (_, events, step) => {
    expect(play(SUPPORT, events).state.step).toBe(step);
  });

  it.each<[string, readonly StepEvent[], string]>([
    [
      'an unknown exit',
      [exit('identify', 'hour')],
      'There is no exit "hour" here. The nearest name is hours.',
    ],
    ['done before all values stand', [exit('identify', 'done')], 'There is no exit "done" here.'],
    ['a second exit', [HOURS, HOURS], 'You have left this step already.'],
    [
      'a value of another step',
      [set('identify', { phonee: '1' })],
      'There is no value to collect "phonee" here. The nearest name is phone.',
    ],
    [
      'a spoken value that must be keyed in',
      [PAY, set('pay', { card: '4111' })],
      'card can only be keyed in on the telephone.',
    ],
    ['confirming without a value', [confirm('phone')], 'phone has no value yet.'],
    ['confirming what was not read back', [SAY_PHONE, WORDS, confirm('phone')], STALE],
    ['confirming before the contact answers', [SAY_PHONE, READ_PHONE, confirm('phone')], STALE],
    [
      'confirming a value that changed meanwhile',
      [SAY_PHONE, READ_PHONE, WORDS, set('identify', { phone: '+492' }), confirm('phone')],
      STALE,
    ],
    [
      'confirming a value that changed while it was read',
      [SAY_PHONE, set('identify', { phone: '+492' }), READ_PHONE, WORDS, confirm('phone')],
      STALE,
    ],
    ['a long name', [exit('identify', 'x'.repeat(100_000))], `There is no exit "${'x'.repeat(50)}" here.`],
  ])('refuse %s', (_, events, msg) => {
    const { effects, state } = play(SUPPORT, events);

    expect(effects).toEqual([{ type: 'refused', msg }]);
    expect(state.values.phone?.confirmed_at).toBeUndefined();
  });

  it('keep the origin of each value, what was read back, and when it was confirmed', () => {
    const events = [found({ account: { overdue: 0 }, other: 1 }), ...IDENTIFIED];

    expect(play(SUPPORT, events).state.values).toEqual({
      account: { value: { overdue: 0 }, source: 'tool' },
      phone: { value: '+491', source: 'contact', read_back: { words: '+491!', turn: 1 }, confirmed_at: 2 },
      born: { value: '2000-01-01', source: 'contact' },
    });
  });

  it('have a value read back, or asked for again', () => {
    const { state, effects } = play(SUPPORT, [set('identify', { phone: 'what?', born: '<b>' })]);
    expect(effects).toEqual([{ type: 'ask_again', name: 'phone', issue: 'invalid' }]);
    expect(state).toMatchObject({ attempts: 1, values: { born: { value: '<b>' } } });

    expect(play(SUPPORT, [SAY_PHONE]).effects).toEqual([
      { type: 'read_back', name: 'phone', value: '+491', mode: 'read_back' },
    ]);
  });

  it('do not read back again a value that the contact repeats when they agree', () => {
    const events = [...IDENTIFIED.slice(0, -1), SAY_PHONE];
    expect(play(SUPPORT, events).effects).toEqual([]);
    expect(play(SUPPORT, [...events, confirm('phone')]).state.step).toBe('help');
  });

  it('stay in a step that the model comes back to, until a value changes or the model ends it', () => {
    const back = [...IDENTIFIED, exit('help', 'identify')];

    expect(play(SUPPORT, back).state).toMatchObject({ step: 'identify', reopened: true });
    expect(play(SUPPORT, [...back, set('identify', { born: '1999-09-09' })]).state.step).toBe('help');
    expect(play(SUPPORT, [...back, exit('identify', 'done')]).state.step).toBe('help');
    expect(play(SUPPORT, [...back, set('identify', { phone: '+492' })]).state).toMatchObject({
      step: 'identify',
      values: { phone: { value: '+492' } },
    });
  });

  it('skip a step whose values stand, unless an exit of the model leads there', () => {
    const next = [{ if: 'again', to: 'b' }, { to: 'b' }];
    const input = {
      entry: 'a',
      steps: { a: { goal: 'g', next }, b: { collect: {}, next: [{ to: 'c' }] }, c: { goal: 'g' } },
    };

    expect(play(input, [exit('a', 'done')]).state.step).toBe('c');
    expect(play(input, [exit('a', 'b')]).state.step).toBe('b');
  });

  it('offer an exit of always again after its number of turns', () => {
    const person = [PERSON, { type: 'result', action: 'transfer_call', output: {}, failed: true } as const];
    const stepAfter = (turns: number) =>
      play(SUPPORT, [WORDS, ...person, ...Array.from({ length: turns }, () => WORDS), PERSON]).state.step;

    expect([stepAfter(0), stepAfter(2), stepAfter(3)]).toEqual(['identify', 'identify', 'person']);
  });

  it('wait for an action, and return to the step before it unless it has exits', () => {
    const acting = only(
      { do: 'x', next: [{ when: 'ok == true', to: 'b' }, { to: 'c' }] },
      { values: { ok: { from: 'tool' } } },
    );
    const input = { ...acting, steps: { ...acting.steps, c: { goal: 'Explain.' } } };
    const result = (output: unknown): StepEvent => ({ type: 'result', action: 'x', output });

    expect(play(input, []).effects.map(({ type }) => type)).toEqual(['entered', 'run']);
    expect(play(input, [WORDS, { type: 'result', action: 'y', output: { ok: true } }]).state.step).toBe('a');
    expect(play(input, [result({ ok: true })]).state.step).toBe('b');
    expect(play(input, [result('no object')]).state.step).toBe('c');
    expect(play(SUPPORT, [PERSON, { type: 'result', action: 'transfer_call', output: {} }]).state.step).toBe(
      'identify',
    );
  });

  it.each<[string, string, readonly StepEvent[]]>([
    ['silences', 'silences >= 2', [{ type: 'silence' }, { type: 'silence' }]],
    ['attempts', 'attempts >= 2', [set('a', { v: '?' }), set('a', { v: '??' })]],
    ['visits', 'visits >= 2', [exit('a', 'a')]],
  ])('count %s for conditions', (_, when, events) => {
    const input = only({
      collect: { v: { type: 'text' } },
      next: [{ when, to: 'b' }, { if: 'again', to: 'a' }, { to: 'a' }],
    });

    expect(play(input, events.slice(0, -1)).state.step).toBe('a');
    expect(play(input, events).state.step).toBe('b');
  });

  it('compare numbers and amounts as numbers', () => {
    const input = (type: 'number' | 'amount', when: string) =>
      only({
        goal: 'g',
        collect: { v: { type }, w: { type: 'text' } },
        next: [{ when, to: 'b' }, { to: 'a' }],
      });
    const played = (steps: StepsInput, value: Value) => {
      const parsed = parseSteps(steps);
      const { state } = beginSteps({ steps: parsed });
      return afterStepEvent({ steps: parsed, normalize: () => ({ value }) }, state, set('a', { v: 'words' }))
        .state.step;
    };

    expect(played(input('number', 'v > 9'), '10')).toBe('b');
    expect(
      played(input('amount', 'v.amount > 9 && v.currency == "EUR"'), { amount: '10.50', currency: 'EUR' }),
    ).toBe('b');
  });

  it.each<[string, object, string]>([
    ['from: tool', { from: 'tool' }, 'a'],
    ['none', {}, 'b'],
  ])('demand of a condition: %s', (_, demand, step) => {
    const input = only(
      { goal: 'g', next: [{ when: 'account == "x"', ...demand, to: 'b' }, { to: 'b' }] },
      { values: { account: { from: 'context' } } },
    );
    const { state, effects } = play(input, [], { context: { account: 'x', phone: 'no variable' } });

    expect(state.step).toBe(step);
    expect(Object.keys(state.values)).toEqual(['account']);
    expect(effectTypes(effects).includes('note a')).toBe(step === 'a');
  });

  it('say why a condition did not hold, and what was not stored', () => {
    expect(play(SUPPORT, []).effects.slice(3)).toEqual([
      {
        type: 'note',
        note: 'condition_failed',
        step: 'identify',
        detail: expect.stringMatching(/^account.overdue > 0: /),
      },
    ]);
    expect(play(SUPPORT, [WORDS]).effects).toEqual([]);
    const { state, effects } = play(SUPPORT, [found({ account: Array.from({ length: 9000 }, () => 1) })]);
    expect(state.values).toEqual({});
    expect(effects[0]).toMatchObject({ note: 'value_refused', detail: 'account' });
  });

  it('end a chain after eight steps with an else, and go on when the contact speaks', () => {
    const circle = only({ say: 'Again.', next: [{ to: 'a' }] });
    const begun = play(circle, []);

    expect(begun.state.visits).toEqual({ a: 9 });
    expect(begun.effects.filter(({ type }) => type === 'note')).toEqual([
      { type: 'note', note: 'too_many_steps', step: 'a', detail: '8 steps without words of the contact' },
    ]);
    expect(play(circle, [{ type: 'silence' }]).effects).toEqual([]);
    expect(play(circle, [WORDS]).state.visits).toEqual({ a: 18 });
  });

  it('hand over the values that stand, once', () => {
    const handed = play(SUPPORT, [
      ...IDENTIFIED,
      found({ account: { overdue: 0 } }),
      exit('help', 'billing'),
    ]);
    expect(handed.effects).toEqual([
      {
        type: 'hand_off',
        handoff: 'billing',
        from: 'help',
        exit: { to: 'billing', by: 'model', reason: 'a dispute about an invoice' },
        values: { phone: expect.anything(), account: expect.anything() },
      },
    ]);
    expect(play(SUPPORT, [SAY_PHONE, exit('identify', 'billing')]).effects).toMatchObject([
      { type: 'hand_off', handoff: 'billing', from: 'identify', values: {} },
    ]);
    expect(play(SUPPORT, [exit('identify', 'billing'), WORDS, HOURS]).effects).toEqual([]);
  });

  it('take over only values from where the agent expects them', () => {
    const carried: StepsState['values'] = {
      account: { value: 'x', source: 'contact' },
      phone: { value: '1', source: 'contact', confirmed_at: 3 },
      other: { value: 1, source: 'tool' },
    };
    expect(Object.keys(play(SUPPORT, [], { carried }).state.values)).toEqual(['phone']);
  });

  it('are stored as they are', () => {
    const { state } = play(SUPPORT, [...IDENTIFIED, exit('help', 'billing')]);
    expect(stepsState.parse(JSON.parse(JSON.stringify(state)))).toEqual(JSON.parse(JSON.stringify(state)));
  });
});
