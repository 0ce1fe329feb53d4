import { isObject } from '../../schemas/schema-graph.ts';

/** The `format` of a tool parameter that the caller enters as keys. */
const KEYPAD = 'keypad';

/** The explanation of such a parameter for the model. */
const KEYED_IN =
  'Keyed in on the telephone: ask the human to press the keys, and give the keys that they pressed.';

/**
 * A tool's parameters, with an explanation of those whose `format` is `keypad`: texts of the first level that the
 * caller enters as keys. Without a pattern of their own, they take 1 to 32 keys. For an agent that does not listen for
 * keys, the caller speaks them.
 */
export function withKeyedParameters(
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
