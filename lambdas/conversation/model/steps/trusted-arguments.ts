import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { type AgentSteps, collectedBy, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { isStanding, meets, type StepsState } from './steps-state.ts';

/**
 * A parameter of an action that may only have a known value. In its JSON schema, `from` or `confirmed` says how the
 * value is known, and `value` which one it is, such as account.id. Without `value` it has the parameter's name.
 */
const demandedParameter = z.lazy(() =>
  z.object({
    from: z.optional(z.literal('tool')),
    confirmed: z.optional(z.literal(true)),
    value: z.optional(z.string()),
  }),
);

/** Why an action may not run with these arguments, in words for the model; undefined if it may. */
export function issueOfArguments(
  steps: AgentSteps,
  state: StepsState,
  { parameters, input }: { readonly parameters: unknown; readonly input: Readonly<Record<string, unknown>> },
): string | undefined {
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  const collected = new Map(collectedBy(steps));
  for (const [parameter, schema] of Object.entries(properties)) {
    const demands = demandedParameter.safeParse(schema).data;
    if (!demands?.from && !demands?.confirmed) continue;
    if (!Object.hasOwn(input, parameter)) continue;
    const { value: path = parameter, from } = demands;
    const [name = '', ...fields] = path.split('.');
    const stored = entryOf(state.values, name);
    if (!isStanding(stored, collected.get(name)) || !meets(stored, demands))
      return `${parameter} needs the value ${path}, which ${from ? 'an action must find' : 'the human must confirm'} first.`;
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
