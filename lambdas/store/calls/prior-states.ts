import { type Transition, transitions } from '../../domain/calls/call-state.ts';

/** The condition that a call is in a state from which this transition is permitted. */
export function priorStates(transition: Transition) {
  const values = Object.fromEntries(
    transitions[transition].from.map((state, index) => [`:from${index}`, state]),
  );
  return { condition: `#status IN (${Object.keys(values).join(', ')})`, values };
}
