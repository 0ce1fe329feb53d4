import { type AgentSteps, entryOf } from '../../../agents/model/steps.ts';
import type { StoredCall } from '../../../calls/model/call.ts';
import { turnsOfCall } from '../../../calls/model/call-turns.ts';
import type { CallValue } from '../../../conversation/model/steps/call-steps.ts';
import type { StepsState, StoredValue } from '../../../conversation/model/steps/steps-state.ts';

/** How far a recorded call was in its steps before a turn of the contact. Undefined without the step of that turn. */
export function stateBefore(call: StoredCall, number: number, steps: AgentSteps): StepsState | undefined {
  const turns = turnsOfCall(call);
  const step = turns.find((turn) => turn.number === number)?.step;
  if (step === undefined || !Object.hasOwn(steps.steps, step)) return undefined;
  const before = turns.filter((turn) => turn.number < number);
  const visits: Record<string, number> = {};
  for (const visit of (call.path ?? []).filter(({ turn }) => turn <= number))
    visits[visit.step] = (visits[visit.step] ?? 0) + 1;
  const turn = before.filter(({ sender }) => sender === 'human').length;
  const left = Object.keys(visits).filter((name) => name !== step);
  const collected = new Set(left.flatMap((name) => Object.keys(entryOf(steps.steps, name)?.collect ?? {})));
  const found = new Set(before.flatMap(({ action }) => Object.keys(Object(action?.output?.result))));
  const isKnown = (name: string, { source, confirmed_at }: CallValue) => {
    if (source === 'tool') return found.has(name);
    if (source !== 'contact') return true;
    return confirmed_at === undefined ? collected.has(name) : confirmed_at <= turn;
  };
  const values = Object.entries(call.values ?? {})
    .filter(([name, value]) => isKnown(name, value))
    .map(([name, { read_back: _, ...value }]) => [name, value satisfies StoredValue] as const);
  return {
    step,
    visits,
    turn,
    values: Object.fromEntries(values),
    ...{ moves: 0, silences: 0, attempts: 0, always_at: {} },
  };
}
