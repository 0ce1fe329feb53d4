import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unreachableIn } from '../../../../lambdas/agents/model/step-graph.ts';
import { type AgentSteps, agentSteps } from '../../../../lambdas/agents/model/steps.ts';
import { afterStepEvent, beginSteps } from '../../../../lambdas/conversation/model/steps/step-engine.ts';
import type { StepEvent, StepsOutcome } from '../../../../lambdas/conversation/model/steps/step-events.ts';
import { MAX_MOVES } from '../../../../lambdas/conversation/model/steps/step-run.ts';
import { modelExits } from '../../../../lambdas/conversation/model/steps/steps-state.ts';
import { BILLING_AGENT, normalize } from '../../../support/agent-steps.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'constructor'];
const VALUES = ['v', 'w', 'toString'];
const name = fc.constantFrom(...NAMES);
const value = fc.constantFrom(...VALUES);
const condition = fc.constantFrom(
  'v == "x"',
  'w != null',
  'found > 2',
  'found.list.exists(i, i > 1)',
  'visits > 1',
  'silences > 0',
  'true',
);
const decided = fc.oneof(
  fc.record({ when: condition, to: name }),
  fc.record({ when: condition, from: fc.constant('tool' as const), to: name }),
  fc.record({ if: fc.constant('asked'), to: name }),
);
const kind = fc.oneof(
  fc.record({ say: fc.constant('Words.') }),
  fc.record({ do: fc.constant('act') }),
  fc.record({ goal: fc.constant('Goal.') }),
  fc.record({
    collect: fc.dictionary(
      value,
      fc.constantFrom({ type: 'text', confirm: 'read_back', keypad: 'offer' } as const),
    ),
  }),
);
const step = fc
  .tuple(kind, fc.array(decided, { maxLength: 4 }), name)
  .map(([shape, next, to]) => ({ ...shape, next: [...next, { to }] }));
const graph = fc
  .tuple(
    fc.tuple(...NAMES.map(() => step)),
    fc.array(fc.record({ if: fc.constant('x'), to: name, at_most_every: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 2,
    }),
    fc.boolean(),
  )
  .map(([steps, always, hands]) =>
    agentSteps().parse({
      entry: 'a',
      values: { found: { from: 'tool' } },
      steps: Object.fromEntries(steps.map((each, index) => [NAMES[index] ?? '', each])),
      always,
      handoffs: hands ? { other: { agent: BILLING_AGENT, if: 'asked' } } : {},
    }),
  );
const said = fc.constantFrom('x', 'y', 'what?');
const event: fc.Arbitrary<StepEvent> = fc.oneof(
  fc.constant<StepEvent>({ type: 'words' }),
  fc.constant<StepEvent>({ type: 'silence' }),
  fc.record({ type: fc.constant('keys' as const), digits: said }),
  fc.record({ type: fc.constant('set' as const), step: name, values: fc.dictionary(value, said) }),
  fc.record({ type: fc.constant('read_back' as const), name: value, value: said, words: said }),
  fc.record({ type: fc.constant('confirm' as const), step: name, name: value }),
  fc.record({
    type: fc.constant('result' as const),
    action: fc.constant('act'),
    output: fc.record({ found: fc.oneof(fc.integer(), fc.jsonValue()) }),
  }),
  fc.record({
    type: fc.constant('exit' as const),
    step: name,
    name: fc.oneof(name, fc.constantFrom('done', 'other', 'x')),
  }),
);

/** A step that still waits for something: values, the model's judgement or an action. */
function isWaitingIn(steps: AgentSteps, { step: name, values, ran }: StepsOutcome['state']): boolean {
  const { collect = {}, goal, do: action } = steps.steps[name] ?? {};
  const isOpen = Object.keys(collect).some((each) => values[each]?.confirmed_at === undefined);
  return isOpen || goal !== undefined || (action !== undefined && !ran);
}

/** Values that are confirmed from now on must have been read back as they are. */
function checkConfirmed(event: StepEvent, before: StepsOutcome['state'], after: StepsOutcome['state']): void {
  for (const [key, stored] of Object.entries(after.values)) {
    const former = before.values[key];
    if (stored.confirmed_at === undefined || former?.confirmed_at !== undefined) continue;
    expect(event).toMatchObject({ type: 'confirm', name: key });
    expect(former).toMatchObject({ value: stored.value, read_back: stored.read_back });
  }
}

/** Each exit that the model is offered leads to its target. */
function checkExits(steps: AgentSteps, state: StepsOutcome['state']): void {
  if (state.handed_off || state.moves >= MAX_MOVES) return;
  for (const { name: chosen, to } of modelExits(steps, state)) {
    const exit = { type: 'exit', step: state.step, name: chosen } as const;
    const [effect] = afterStepEvent({ steps, normalize }, state, exit).effects;
    expect(effect).toMatchObject(to === 'other' ? { type: 'hand_off' } : { type: 'entered', step: to });
  }
}

it('random steps enter few steps at once, wait only for something, and confirm nothing that was not read back', () => {
  const property = fc.property(graph, fc.array(event, { maxLength: 30 }), (steps, events) => {
    let { state, effects } = beginSteps({ steps });
    let entered = effects.filter(({ type }) => type === 'entered').length;
    for (const each of [...events, { type: 'words' } as const]) {
      const before = state;
      ({ state, effects } = afterStepEvent({ steps, normalize }, before, each));
      if (each.type === 'words') entered = 0;
      entered += effects.filter(({ type }) => type === 'entered').length;

      expect(NAMES).toContain(state.step);
      expect(entered).toBeLessThanOrEqual(MAX_MOVES + 1);
      expect(Object.keys(state.visits).filter((name) => unreachableIn(steps).has(name))).toEqual([]);
      const isFree = state.moves < MAX_MOVES && !state.reopened && state.handed_off === undefined;
      if (isFree) expect(isWaitingIn(steps, state)).toBe(true);
      checkConfirmed(each, before, state);
    }
    checkExits(steps, state);
  });

  fc.assert(property, { numRuns: 400 });
});
