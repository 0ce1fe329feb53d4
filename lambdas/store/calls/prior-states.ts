import { type Transition, transitions } from '../../domain/calls/call-state.ts';

/** The condition that a call is in a permitted prior state of the transition. */
export function priorStates(transition: Transition) {
  const values = Object.fromEntries(
    transitions[transition].from.map((state, index) => [`:from${index}`, state]),
  );
  return { condition: `#status IN (${Object.keys(values).join(', ')})`, values };
}
