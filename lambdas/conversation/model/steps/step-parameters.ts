import { type AgentSteps, collectedBy, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import { isStanding, type StepsState } from './steps-state.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The value that a parameter of an action has: the one that its schema names, or that of the parameter's own name. */
const pathOf = (parameter: string, schema: unknown) =>
  isObject(schema) && typeof schema.value === 'string' ? schema.value : parameter;

/** The names of values that secure steps collect. */
const secretNames = ({ steps }: AgentSteps) =>
  new Set(Object.values(steps).flatMap(({ secure, collect }) => (secure ? Object.keys(collect ?? {}) : [])));

const propertiesOf = (schema: unknown): [string, unknown][] =>
  isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : [];

/** The parameters as the model sees them: without demands (`issueOfArguments`), and without secure values. */
export function modelParameters(parameters: Schema, steps: AgentSteps): Schema {
  const secrets = secretNames(steps);
  const shown = propertiesOf(parameters).filter(([name, schema]) => !secrets.has(pathOf(name, schema)));
  const names = new Set(shown.map(([name]) => name));
  const required = Array.isArray(parameters.required) && {
    required: parameters.required.filter((name) => names.has(name)),
  };
  const properties = Object.fromEntries(shown.map(([name, schema]) => [name, withoutDemands(schema)]));
  return { ...parameters, properties, ...required };
}

function withoutDemands(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { from: _, confirmed: __, value: ___, ...rest } = schema;
  return rest;
}

/** The arguments that known values give: all of them, or those that only secure steps give. */
export function knownArguments(
  steps: AgentSteps,
  state: StepsState,
  { parameters, only }: { readonly parameters: unknown; readonly only: 'secret' | 'open' },
): Record<string, unknown> {
  const secrets = secretNames(steps);
  const collected = new Map(collectedBy(steps));
  return Object.fromEntries(
    propertiesOf(parameters).flatMap(([parameter, schema]) => {
      const [name = '', ...fields] = pathOf(parameter, schema).split('.');
      const stored = entryOf(state.values, name);
      if (secrets.has(name) !== (only === 'secret') || !isStanding(stored, collected.get(name))) return [];
      const value = fields.reduce<unknown>(
        (inner, field) => (isObject(inner) ? entryOf(inner, field) : undefined),
        stored?.value,
      );
      return value === undefined ? [] : [[parameter, value]];
    }),
  );
}
