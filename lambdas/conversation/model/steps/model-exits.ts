import { type AgentSteps, DONE, elseOf, entryOf, isWaiting } from '../../../agents/model/steps.ts';
import { isStanding, type StepsState } from './steps-state.ts';

/** An exit that the model may take: its name, when to take it, and where it leads. */
export interface ModelExit {
  readonly name: string;
  readonly if: string;
  readonly to: string;
}

/** The exits that the model is offered in its step. Exits to the same step are one. */
export function modelExits(steps: AgentSteps, state: StepsState): ModelExit[] {
  const step = entryOf(steps.steps, state.step);
  if (!step || !isWaiting(step)) return [];
  const always = steps.always.filter((exit) => isAvailable(state, exit));
  const handoffs = Object.entries(steps.handoffs).map(([to, { if: why }]) => ({ if: why, to }));
  const exits = new Map<string, ModelExit>();
  for (const { if: why, to } of [...step.next, ...always, ...handoffs]) {
    if (why === undefined) continue;
    const other = exits.get(to);
    exits.set(to, { name: to, if: other ? `${other.if}; or ${why}` : why, to });
  }
  const otherwise = elseOf(step);
  if (otherwise && allStand(steps, state))
    exits.set(DONE, { name: DONE, if: 'the goal of this step is reached', to: otherwise.to });
  return [...exits.values()];
}

export const allStand = ({ steps }: AgentSteps, { step, values }: StepsState): boolean =>
  Object.entries(entryOf(steps, step)?.collect ?? {}).every(([name, collected]) =>
    isStanding(entryOf(values, name), collected),
  );

/** Whether an exit of `always` may be taken again. It never leads to the step that it would leave. */
export function isAvailable(
  { step, turn, always_at }: StepsState,
  { to, at_most_every }: AgentSteps['always'][number],
): boolean {
  const last = entryOf(always_at, to);
  return to !== step && (last === undefined || turn - last >= at_most_every);
}
