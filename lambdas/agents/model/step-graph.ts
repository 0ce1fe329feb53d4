import { type AgentSteps, entryOf, isWaiting } from './steps.ts';

export type FindSteps = (agent: string) => AgentSteps | undefined;

/** The names of steps and handoffs to which no exit leads. The model chooses a handoff with `if` in every step. */
export function unreachableIn({ entry, steps, always, handoffs }: AgentSteps): ReadonlySet<string> {
  const exitsOf = (name: string) => (entryOf(steps, name)?.next ?? []).map(({ to }) => to);
  const reached = closure([entry, ...always.map(({ to }) => to)], exitsOf);
  const byExits = Object.keys(handoffs).filter((name) => handoffs[name]?.if === undefined);
  return new Set([...Object.keys(steps), ...byExits].filter((name) => !reached.has(name)));
}

/** The names of steps that lead back to themselves although the contact says nothing. */
export const circularSteps = ({ steps }: AgentSteps): string[] =>
  Object.keys(steps).filter((name) => {
    const after = (from: string) => exitsWithoutContact(steps, from);
    return closure(after(name), after).has(name);
  });

/** The names of handoffs after which other agents hand the call back before the contact speaks. */
export function circularHandoffs(own: AgentSteps, agent: string, stepsOf: FindSteps): string[] {
  const find: FindSteps = (name) => (name === agent ? own : stepsOf(name));
  const after = (place: string) => placesAfter(place, find);
  return Object.keys(own.handoffs).filter((name) => {
    const place = placeOf(agent, name);
    return closure(after(place), after).has(place);
  });
}

const placeOf = (agent: string, name: string) => JSON.stringify([agent, name]);

function placesAfter(place: string, find: FindSteps): string[] {
  const [agent, name]: [string, string] = JSON.parse(place);
  const steps = find(agent);
  if (!steps) return [];
  const handoff = entryOf(steps.handoffs, name);
  if (!handoff) return exitsWithoutContact(steps.steps, name).map((to) => placeOf(agent, to));
  const entry = find(handoff.agent)?.entry;
  return entry === undefined ? [] : [placeOf(handoff.agent, entry)];
}

function exitsWithoutContact(steps: AgentSteps['steps'], name: string): string[] {
  const step = entryOf(steps, name);
  return step && !isWaiting(step) ? step.next.map(({ to }) => to) : [];
}

/** All that is reached from some places, with these. */
function closure(start: readonly string[], after: (place: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set(start);
  // A set is iterated to its end, with what is added meanwhile.
  for (const place of reached) for (const next of after(place)) reached.add(next);
  return reached;
}
