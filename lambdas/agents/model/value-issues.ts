import { issueOfCondition, isVariableName, namesIn, type VariableType } from './condition.ts';
import {
  type AgentSteps,
  BUILT_IN,
  type CollectedValue,
  collectedBy,
  type Exit,
  entryOf,
  MAX_VALUES,
  type StepIssue,
  type ValueType,
} from './steps.ts';

const VARIABLE_TYPES: Partial<Record<ValueType, VariableType>> = { number: 'number', amount: 'amount' };

/** The types of all variables of an agent's conditions. */
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
  for (const [step, { collect = {} }] of Object.entries(steps.steps))
    for (const [name, value] of Object.entries(collect)) {
      const loc = ['steps', step, 'collect', name];
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
