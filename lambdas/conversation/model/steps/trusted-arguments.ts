import { isDeepStrictEqual } from 'node:util';
import { type AgentSteps, collectedBy, demandsOf, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { isStanding, meets, type StepsState } from './steps-state.ts';

/** Why an action may not run with these arguments, in words for the model; undefined if it may. */
export function issueOfArguments(
  steps: AgentSteps,
  state: StepsState,
  { parameters, input }: { readonly parameters: unknown; readonly input: Readonly<Record<string, unknown>> },
): string | undefined {
  const collected = new Map(collectedBy(steps));
  for (const { parameter, path, name, fields, ...demands } of demandsOf(parameters)) {
    if (!Object.hasOwn(input, parameter)) continue;
    const stored = entryOf(state.values, name);
    if (!isStanding(stored, collected.get(name)) || !meets(stored, demands))
      return `${parameter} needs the value ${path}, which ${demands.from ? 'an action must find' : 'the human must confirm'} first.`;
    const known = fields.reduce<unknown>(
      (value, field) => (isObject(value) ? entryOf(value, field) : undefined),
      stored?.value,
    );
    if (!isSame(known, input[parameter]))
      return `${parameter} must be the value ${path}: ${JSON.stringify(known ?? null)}.`;
  }
  return undefined;
}

/** Whether an argument is a known value. A model may write a number as text, and the reverse. */
const isSame = (known: unknown, given: unknown) =>
  known !== undefined &&
  (isDeepStrictEqual(known, given) ||
    (isPrinted(known) && isPrinted(given) && String(known) === String(given)));

const isPrinted = (value: unknown) => typeof value === 'string' || typeof value === 'number';
