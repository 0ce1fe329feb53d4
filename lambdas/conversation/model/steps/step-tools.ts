import { type AgentSteps, type CollectedValue, collectedBy, entryOf } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import type { ModelTool } from '../../../vendors/model/llm-message.ts';
import { VALUE_NAMES } from '../values/ask-again.ts';
import { isConfirmable, isStanding, modelExits, type StepsState } from './steps-state.ts';

export const STEP_TOOLS = ['set_values', 'confirm_value', 'take_exit'] as const;
export type StepToolName = (typeof STEP_TOOLS)[number];

export interface StepTool extends ModelTool {
  readonly name: StepToolName;
}

/** The tools of the step in which a conversation is, offered to the model together with the actions. */
export function stepTools(steps: AgentSteps, state: StepsState): StepTool[] {
  const collect = Object.entries(entryOf(steps.steps, state.step)?.collect ?? {});
  const spoken = collect.filter(([, { keypad }]) => keypad !== 'only');
  const confirmable = collect
    .map(([name]) => name)
    .filter((name) => isConfirmable(state, entryOf(state.values, name)));
  const exits = modelExits(steps, state);
  const tools: StepTool[] = [];
  if (spoken.length > 0) tools.push(setTool(spoken));
  if (confirmable.length > 0) tools.push(confirmTool(confirmable));
  if (exits.length > 0) tools.push(exitTool(exits));
  return tools;
}

const setTool = (collect: readonly (readonly [string, CollectedValue])[]): StepTool => ({
  name: 'set_values',
  description: 'Use it as soon as the human gives or corrects a value, with the words that they said.',
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      collect.map(([name, { type, description, choices }]) => [
        name,
        {
          type: 'string',
          description: [VALUE_NAMES[type], description].filter(Boolean).join(': '),
          ...(choices && { enum: choices }),
        },
      ]),
    ),
    additionalProperties: false,
  },
});

const confirmTool = (names: readonly string[]): StepTool => ({
  name: 'confirm_value',
  description: 'Use it when the human has agreed to a value that was read back to them, and not before.',
  parameters: oneOf('name', names),
});

const exitTool = (exits: ReturnType<typeof modelExits>): StepTool => ({
  name: 'take_exit',
  description: [
    'Use it, at most once and in the same answer as your words, as soon as one of these is the case.',
    ...exits.map((exit) => `${exit.name}: ${exit.if}.`),
  ].join('\n'),
  parameters: oneOf(
    'name',
    exits.map(({ name }) => name),
  ),
});

const oneOf = (field: string, names: readonly string[]) => ({
  type: 'object',
  properties: { [field]: { type: 'string', enum: names } },
  required: [field],
  additionalProperties: false,
});

/** What the step adds to the agent's prompt. Values are JSON, so that none reads as an instruction. */
export function stepInstruction(steps: AgentSteps, state: StepsState): string {
  const { goal, collect = {} } = entryOf(steps.steps, state.step) ?? {};
  const values = Object.entries(collect).map(([name, collected]) => describe(name, collected, state));
  return [
    ...(goal === undefined ? [] : [`Your task now: ${goal}`]),
    ...(values.length > 0 ? ['Get these values from the human, one after the other:', ...values] : []),
  ].join('\n');
}

function describe(name: string, collected: CollectedValue, { values }: StepsState): string {
  const { type, description, keypad } = collected;
  const what = [VALUE_NAMES[type], description].filter(Boolean).join(': ');
  const how = { offer: ' They may also key it in.', only: ' They must key it in on the telephone.' };
  const stored = entryOf(values, name);
  const isSecret = stored?.secure || type === 'card';
  const known = stored && !isSecret ? ` It is ${JSON.stringify(stored.value)}` : ' It is known';
  const state = isStanding(stored, collected) ? '.' : ', but not yet confirmed.';
  return `- ${name}, ${what}.${keypad ? how[keypad] : ''}${stored ? known + state : ''}`;
}

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
