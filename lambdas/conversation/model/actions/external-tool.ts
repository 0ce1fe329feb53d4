import type { CallAction } from '../../../actions/model/action.ts';
import { freeName } from '../../../actions/model/action-names.ts';
import type { AgentSteps } from '../../../agents/model/steps.ts';
import { isObject } from '../../../platform/parse-json.ts';
import type { ModelTool } from '../../../vendors/model/llm-message.ts';
import { modelParameters } from '../steps/step-parameters.ts';

/** The tool of an external action. `consent`: see Tool. */
export function externalTool(
  { description, input_schema, confirm }: CallAction['config'],
  { isListening, steps }: { readonly isListening: boolean; readonly steps?: AgentSteps | null | undefined },
): Omit<ModelTool, 'name'> & { readonly consent?: string } {
  const given = withKeyedParameters(objectSchema(input_schema), isListening);
  const parameters = steps ? modelParameters(given, steps) : given;
  const tool = { description: String(description), parameters };
  if (confirm !== true) return tool;
  const properties = isObject(parameters.properties) ? parameters.properties : {};
  const consent = freeName('quoted_consent', new Set(Object.keys(properties)));
  return {
    ...tool,
    description: `${description} ${CONFIRMED}`,
    parameters: { ...parameters, properties: { ...properties, [consent]: QUOTED } },
    consent,
  };
}

const CONFIRMED =
  'Call it as soon as you have the arguments, and say nothing: the human is then asked, in words that are not yours, whether they agree to them. When they agreed, call it again with the same arguments and a quotation of their answer.';

const QUOTED = {
  type: 'string',
  description:
    'Only after the human was asked about these arguments: all that they answered, word for word. Never what they said before.',
};

/** A schema that the vendors accept as parameters: that of an object. */
function objectSchema(schema: unknown): ModelTool['parameters'] {
  const given = typeof schema === 'object' && schema !== null ? schema : {};
  return { properties: {}, ...given, type: 'object' };
}

const KEYPAD = 'keypad';

const KEYED_IN =
  'Keyed in on the telephone: ask the human to press the keys, and give the keys that they pressed.';

/** Explains texts of the first level whose `format` is `keypad`. An agent that does not listen for keys hears them. */
function withKeyedParameters(
  { properties, ...schema }: Readonly<Record<string, unknown>>,
  isListening: boolean,
): Record<string, unknown> {
  if (!isObject(properties)) return { ...schema, properties };
  const explained = Object.entries(properties).map(([name, parameter]) => [
    name,
    isObject(parameter) && parameter.format === KEYPAD ? keyed(parameter, isListening) : parameter,
  ]);
  return { ...schema, properties: Object.fromEntries(explained) };
}

function keyed({ format: _, ...parameter }: Readonly<Record<string, unknown>>, isListening: boolean) {
  const { description } = parameter;
  const how = typeof description === 'string' && description !== '' ? `${description} ${KEYED_IN}` : KEYED_IN;
  return {
    type: 'string',
    pattern: '^[0-9*#]{1,32}$',
    ...parameter,
    ...(isListening && { description: how }),
  };
}
