import { describe, expect, it } from 'vitest';
import { issuesOfSteps, type StepSurroundings } from '../../../lambdas/agents/model/step-issues.ts';
import { agentSteps } from '../../../lambdas/agents/model/steps.ts';
import { BILLING_AGENT, parseSteps, type StepsInput, SUPPORT } from '../../support/agent-steps.ts';
import { rowsOf } from '../../support/rows.ts';

const OWN_ID = '0199a5d0-3c21-7a10-8b20-5f6e7d8c9b21';

const SURROUNDINGS: StepSurroundings = {
  actions: new Map([
    ['find_account', { config: {} }],
    ['transfer_call', { config: {} }],
  ]),
  callValues: ['today'],
  agent: OWN_ID,
};

const check = (input: StepsInput, surroundings = {}) => {
  const { errors, warnings } = issuesOfSteps(parseSteps(input), { ...SURROUNDINGS, ...surroundings });
  const brief = ({ loc, type }: (typeof errors)[number]) => `${loc.join('.')}: ${type}`;
  return { errors: errors.map(brief), warnings: warnings.map(brief) };
};

const withSteps = (steps: StepsInput['steps'], more: Partial<StepsInput> = {}): StepsInput => ({
  entry: 'a',
  steps,
  ...more,
});

/** An action whose parameters demand something. */
const demanding = (properties: object) => ({
  actions: new Map([...SURROUNDINGS.actions, ['find_account', { config: { input_schema: { properties } } }]]),
});

const refusedAt = (input: unknown) => {
  const { error } = agentSteps().safeParse(input);
  return error?.issues.map(({ path }) => path.join('.'));
};

describe('the steps of an agent', () => {
  it('have no issues if all fits', () => {
    expect(check(SUPPORT)).toEqual({ errors: [], warnings: [] });
  });

  it.each<[string, unknown, string]>([
    ...rowsOf<[string, unknown, string]>(import.meta.url, 'corpus/refused-steps.jsonl'),
    [
      '50 steps',
      withSteps(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`s${index}`, { goal: 'g' }]))),
      'steps',
    ],
    [
      '64 KB',
      withSteps(
        Object.fromEntries(
          Array.from({ length: 25 }, (_, index) => [`s${index}`, { goal: 'g'.repeat(4000) }]),
        ),
      ),
      '',
    ],
  ])('are bound to %s', (_, input, loc) => {
    expect(refusedAt(input)).toEqual([loc]);
  });

  it.each(
    rowsOf<[string, StepsInput, string]>(import.meta.url, 'corpus/impossible-steps.jsonl'),
  )('may not have %s', (_, input, issue) => {
    expect(check(input).errors).toEqual([issue]);
  });

  it('name the nearest known name', () => {
    const { errors } = issuesOfSteps(parseSteps({ ...SUPPORT, entry: 'disclos' }), SURROUNDINGS);

    expect(errors).toEqual([
      {
        loc: ['entry'],
        msg: 'There is no step disclos. The nearest known name is disclose.',
        type: 'unknown_name',
      },
    ]);
  });

  it('collect at most 20 values, with those of other sources', () => {
    const collect = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`v${index}`, { type: 'text' as const }]),
    );

    expect(check(withSteps({ a: { collect } })).errors).toEqual([]);
    expect(check(withSteps({ a: { collect } }, { values: { today: { from: 'call' } } })).errors).toEqual([
      'values: too_big',
    ]);
  });

  it.each<[string, StepsInput, string]>([
    [
      'a step that no exit leads to',
      withSteps({ a: { goal: 'g' }, b: { goal: 'g' } }),
      'steps.b: unreachable',
    ],
    [
      'a handoff that no exit leads to',
      withSteps({ a: { goal: 'g' } }, { handoffs: { h: { agent: BILLING_AGENT } } }),
      'handoffs.h: unreachable',
    ],
    [
      'a card that may be recorded',
      withSteps({ a: { collect: { c: { type: 'card' } } } }),
      'steps.a.secure: insecure',
    ],
    [
      'words that lead to themselves',
      withSteps({ a: { say: 's', next: [{ to: 'a' }] } }),
      'steps.a.next: circle',
    ],
  ])('warn of %s', (_, input, warning) => {
    expect(check(input)).toEqual({ errors: [], warnings: [warning] });
  });

  it.each<[string, object, string]>([
    ['keys that the agent does not take', { hasKeys: false }, 'steps.pay.collect.card.keypad: no_keys'],
    [
      'a confirmed value that nobody confirms',
      demanding({ born: { confirmed: true } }),
      'steps.identify.collect.born.confirm: never_met',
    ],
    ['a confirmed value that no step collects', demanding({ name: { confirmed: true } }), 'steps: never_met'],
    [
      'a value of a tool that is spoken',
      demanding({ number: { from: 'tool', value: 'phone' } }),
      'values: never_met',
    ],
    [
      'an act that asks the contact first',
      { actions: new Map([...SURROUNDINGS.actions, ['transfer_call', { config: { confirm: true } }]]) },
      'steps.person.do: asks_first',
    ],
    [
      'an act whose time the model must ask for',
      {
        actions: new Map([
          ...SURROUNDINGS.actions,
          ['transfer_call', { type: 'action_schedule_callback' as const, config: {} }],
        ]),
      },
      'steps.person.do: asks_first',
    ],
  ])('may not have %s', (_, surroundings, issue) => {
    expect(check(SUPPORT, surroundings).errors).toEqual([issue]);
  });

  it('may be demanded by actions as they are collected or found', () => {
    const met = demanding({
      phone: { confirmed: true },
      id: { from: 'tool', value: 'account.id' },
      born: {},
    });
    expect(check(SUPPORT, met).errors).toEqual([]);
  });

  it.each([
    [3, []],
    [4, ['steps.a.next: too_many_exits']],
  ])('warn of more than five exits of the model: %i of the step, one of always and “done”', (count, warnings) => {
    const targets = Array.from({ length: count }, (_, index) => `b${index}`);
    const ends = Object.fromEntries(targets.map((to) => [to, { goal: 'g' }]));
    const next = [...targets.map((to) => ({ if: 'x', to })), { to: 'b0' }];

    expect(
      check(withSteps({ a: { goal: 'g', next }, ...ends }, { always: [{ if: 'x', to: 'b0' }] })).warnings,
    ).toEqual(warnings);
  });

  it.each([
    ['all', []],
    [{ last: 6 }, []],
    [{ last: 0 }, ['handoffs.h.history.last']],
    ['some', ['handoffs.h.history']],
  ])('hand over this part of the conversation: %j', (history, issues) => {
    const handoffs = { h: { agent: BILLING_AGENT, if: 'x', history } };
    expect(refusedAt(withSteps({ a: { goal: 'g' } }, { handoffs } as object)) ?? []).toEqual(issues);
  });

  it('may not hand the call in a circle in which no one waits for the contact', () => {
    const handing = (to: string, goal?: string) =>
      withSteps(
        { a: { say: 's', ...(goal && { goal }), next: [{ to: 'h' }] } },
        { handoffs: { h: { agent: to } } },
      );
    const stepsOf = (goal?: string) => (name: string) =>
      name === BILLING_AGENT ? parseSteps(handing(OWN_ID, goal)) : undefined;

    expect(check(handing(BILLING_AGENT), { stepsOf: stepsOf() }).errors).toEqual([
      'handoffs.h.agent: circle',
    ]);
    expect(check(handing(BILLING_AGENT), { stepsOf: stepsOf('Ask.') }).errors).toEqual([]);
    expect(check(handing(BILLING_AGENT)).errors).toEqual([]);
  });

  it('may not hand the call to their own agent', () => {
    const handoffs = { h: { agent: OWN_ID, if: 'x' } };
    expect(check(withSteps({ a: { goal: 'g' } }, { handoffs })).errors).toEqual([
      'handoffs.h.agent: own_agent',
    ]);
  });
});
