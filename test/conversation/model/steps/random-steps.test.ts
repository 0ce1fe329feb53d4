import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unreachableIn } from '../../../../lambdas/agents/model/step-graph.ts';
import { type AgentSteps, agentSteps, elseOf, isWaiting } from '../../../../lambdas/agents/model/steps.ts';
import { afterStepEvent, beginSteps } from '../../../../lambdas/conversation/model/steps/step-engine.ts';
import type { StepEvent, StepsOutcome } from '../../../../lambdas/conversation/model/steps/step-events.ts';
import { MAX_MOVES } from '../../../../lambdas/conversation/model/steps/step-run.ts';
import { modelExits } from '../../../../lambdas/conversation/model/steps/steps-state.ts';
import { BILLING_AGENT, normalize } from '../../../support/agent-steps.ts';

const RUNS = 200;
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

/** Plays events, and hands each outcome to a check. */
function play(
  steps: AgentSteps,
  events: readonly StepEvent[],
  check: (outcome: StepsOutcome, event?: StepEvent, before?: StepsOutcome) => void,
) {
  let outcome = beginSteps({ steps });
  check(outcome);
  for (const each of events) {
    const before = outcome;
    outcome = afterStepEvent({ steps, normalize }, before.state, each);
    check(outcome, each, before);
  }
  return outcome;
}

const GRAPHS = fc.tuple(graph, fc.array(event, { maxLength: 30 }));

describe('random steps', () => {
  it('are always in a step that exits lead to, and enter few between words of the contact', () => {
    fc.assert(
      fc.property(GRAPHS, ([steps, events]) => {
        let entered = 0;
        play(steps, events, ({ state, effects }, each) => {
          if (each?.type === 'words') entered = 0;
          entered += effects.filter(({ type }) => type === 'entered').length;

          expect(NAMES).toContain(state.step);
          expect(entered).toBeLessThanOrEqual(MAX_MOVES + 1);
          expect(Object.keys(state.visits).filter((each) => unreachableIn(steps).has(each))).toEqual([]);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('reach the else as soon as nothing is left to wait for', () => {
    fc.assert(
      fc.property(GRAPHS, ([steps, events]) => {
        play(steps, events, ({ state }) => {
          const { collect } = steps.steps[state.step] ?? {};
          const isFree = state.moves < MAX_MOVES && !state.reopened && state.handed_off === undefined;
          if (!isFree) return;
          const isOpen = Object.keys(collect ?? {}).some(
            (each) => state.values[each]?.confirmed_at === undefined,
          );
          const here = steps.steps[state.step];
          expect(isOpen || here?.goal !== undefined || (here?.do !== undefined && !state.ran)).toBe(true);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('reach the target of every exit that the model is offered', () => {
    fc.assert(
      fc.property(GRAPHS, ([steps, events]) => {
        const { state } = play(steps, [...events, { type: 'words' }], () => {});
        const here = steps.steps[state.step];
        for (const { name: chosen, to } of state.handed_off || state.moves >= MAX_MOVES
          ? []
          : modelExits(steps, state)) {
          const { effects } = afterStepEvent({ steps, normalize }, state, {
            type: 'exit',
            step: state.step,
            name: chosen,
          });
          expect(effects[0]).toMatchObject(
            to === 'other' ? { type: 'hand_off' } : { type: 'entered', step: to },
          );
        }
        expect(here && (isWaiting(here) || elseOf(here))).toBeTruthy();
      }),
      { numRuns: RUNS },
    );
  });

  it('never confirm a value that was not read back as it is', () => {
    fc.assert(
      fc.property(GRAPHS, ([steps, events]) => {
        play(steps, events, ({ state }, each, before) => {
          for (const [key, stored] of Object.entries(state.values)) {
            const former = before?.state.values[key];
            if (stored.confirmed_at === undefined || former?.confirmed_at !== undefined) continue;
            expect(each).toMatchObject({ type: 'confirm', name: key });
            expect(former).toMatchObject({ value: stored.value, read_back: stored.read_back });
          }
        });
      }),
      { numRuns: RUNS },
    );
  });
});
