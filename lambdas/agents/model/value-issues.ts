import { issueOfCondition, isVariableName, namesIn, type VariableType } from './condition.ts';
import {
  type AgentSteps,
  BUILT_IN,
  type CollectedValue,
  collectedBy,
  demandsOf,
  type Exit,
  entryOf,
  MAX_VALUES,
  type StepIssue,
  type ValueType,
} from './steps.ts';

const VARIABLE_TYPES: Partial<Record<ValueType, VariableType>> = { number: 'number', amount: 'amount' };

function variableTypes(steps: AgentSteps): ReadonlyMap<string, VariableType> {
  return new Map<string, VariableType>([
    ...BUILT_IN.map((name) => [name, 'number'] as const),
    ...Object.entries(steps.values).map(
      ([name, { from }]) => [name, from === 'context' || from === 'call' ? 'text' : 'any'] as const,
    ),
    ...collectedBy(steps).map(([name, { type }]) => [name, VARIABLE_TYPES[type] ?? 'text'] as const),
  ]);
}

/** A value has a name of its own, one type, and one place that it comes from. */
export function issuesOfValues(steps: AgentSteps): StepIssue[] {
  const collected = new Map<string, CollectedValue>();
  const places = Object.keys(steps.values).map((name) => ({ name, loc: ['values', name] }));
  const issues: StepIssue[] = [];
  for (const { name, value, loc } of placesOf(steps)) {
    const other = collected.get(name) ?? value;
    const from = entryOf(steps.values, name)?.from ?? 'contact';
    if (other.type !== value.type || other.confirm !== value.confirm)
      issues.push({
        loc,
        msg: 'Another step has this value with another type or confirm.',
        type: 'conflict',
      });
    if (from !== 'contact')
      issues.push({ loc, msg: `No step can collect it: in values, it is from ${from}.`, type: 'conflict' });
    collected.set(name, value);
    places.push({ name, loc });
  }
  const taken = places.filter(({ name }) => !isVariableName(name) || BUILT_IN.includes(name));
  if (new Set(places.map(({ name }) => name)).size > MAX_VALUES)
    issues.push({
      loc: ['values'],
      msg: `At most ${MAX_VALUES} values are allowed, with those that steps collect.`,
      type: 'too_big',
    });
  return [
    ...issues,
    ...taken.map(({ name, loc }) => ({
      loc,
      msg: `${name} has another meaning in conditions.`,
      type: 'invalid_name',
    })),
  ];
}

/** Types of values that keys cannot give. */
const IN_LETTERS: ReadonlySet<ValueType> = new Set(['email', 'name', 'address', 'choice', 'text']);

/** The values that may only be keyed in, and cannot be. */
export const issuesOfKeypad = (steps: AgentSteps, hasKeys: boolean): StepIssue[] =>
  placesOf(steps).flatMap(({ value: { keypad, type }, loc }) => {
    if (keypad !== 'only' || (hasKeys && !IN_LETTERS.has(type))) return [];
    const msg = hasKeys
      ? `Keys give no value of the type ${type}; use another type, or remove keypad.`
      : 'The agent takes no keys; set its dtmf_input.';
    return [{ loc: [...loc, 'keypad'], msg, type: 'no_keys' }];
  });

/** The demands of an action's parameters that no value can meet. */
export function issuesOfDemands(steps: AgentSteps, action: string, parameters: unknown): StepIssue[] {
  const places = new Map(placesOf(steps).map((place) => [place.name, place]));
  return demandsOf(parameters).flatMap(({ parameter, name, from, confirmed }) => {
    const place = places.get(name);
    const demand = `The action ${action} demands for ${parameter}`;
    const unmet = (loc: readonly string[], msg: string) => [{ loc, msg, type: 'never_met' }];
    if (from && entryOf(steps.values, name)?.from !== 'tool')
      return unmet(['values'], `${demand} what a tool found; add ${name}: { from: tool }.`);
    if (!confirmed || (place && place.value.confirm !== 'none')) return [];
    return place
      ? unmet([...place.loc, 'confirm'], `${demand} a confirmed value; set confirm: read_back or spell.`)
      : unmet(['steps'], `${demand} a confirmed value; collect ${name} in a step, with confirm: read_back.`);
  });
}

/** Where values are collected. */
const placesOf = ({ steps }: AgentSteps) =>
  Object.entries(steps).flatMap(([step, { collect = {} }]) =>
    Object.entries(collect).map(([name, value]) => ({ name, value, loc: ['steps', step, 'collect', name] })),
  );

/** What is wrong with the condition of an exit at `loc`, and with its demands. */
export function issuesOfWhen(
  steps: AgentSteps,
  { when, from, confirmed }: Exit,
  loc: readonly string[],
): StepIssue[] {
  if (when === undefined) return [];
  const msg = issueOfCondition(when, variableTypes(steps));
  if (msg !== undefined) return [{ loc: [...loc, 'when'], msg, type: 'invalid_condition' }];
  const collected = new Map(collectedBy(steps));
  const names = [...namesIn(when)];
  const spoken = names.find((name) => collected.has(name) || BUILT_IN.includes(name));
  const unconfirmed = names.find(
    (name) => collected.get(name)?.confirm === 'none' || Object.hasOwn(steps.values, name),
  );
  const never = (field: string, why: string) => [
    { loc: [...loc, field], msg: `${why}, so this never holds.`, type: 'never_true' },
  ];
  return [
    ...(from && spoken !== undefined ? never('from', `${spoken} comes from no tool`) : []),
    ...(confirmed && unconfirmed !== undefined
      ? never('confirmed', `The contact never confirms ${unconfirmed}`)
      : []),
  ];
}
