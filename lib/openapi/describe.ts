import { isSchema, type JsonSchema, mapInnerSchemas } from './json-schema.ts';
import { descriptions, noteOn } from './words.ts';

export function describeComponent(name: string, schema: JsonSchema): JsonSchema {
  const described = describeFields(name, [], schema);
  const description = sentences(name, [], described);
  return { ...(description && { description }), ...described };
}

/** The description of a field: its meaning and its bounds. */
export function sentences(
  component: string,
  path: readonly string[],
  schema: JsonSchema,
): string | undefined {
  const meaning = noteOn(descriptions, component, path);
  if (meaning === undefined) return undefined;
  return [meaning, boundsOf(schema)].filter(Boolean).join(' ');
}

function describeFields(component: string, path: readonly string[], schema: JsonSchema): JsonSchema {
  return mapInnerSchemas(schema, (each, field) =>
    field === undefined
      ? describeFields(component, path, each)
      : describeField(component, [...path, field], each),
  );
}

function describeField(component: string, path: readonly string[], schema: JsonSchema): JsonSchema {
  const described = describeFields(component, path, schema);
  const description = sentences(component, path, described);
  return { ...(description && { description }), ...described };
}

/** The bounds of a schema in words: a sentence, or an empty string without bounds. */
export function boundsOf(schema: JsonSchema): string {
  const bounded = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const sentences = [
    range(bounded.minimum, bounded.maximum, ''),
    range(bounded.minLength, bounded.maxLength, 'character'),
    range(bounded.minItems, bounded.maxItems, 'item'),
    range(bounded.minProperties, bounded.maxProperties, 'entry'),
    partBounds('Keys', bounded.propertyNames),
    partBounds('Values', bounded.additionalProperties),
    partBounds('Each item', bounded.items),
  ];
  return sentences.filter(Boolean).join(' ');
}

function partBounds(part: string, schema: unknown): string {
  const bounds = isSchema(schema) ? boundsOf(schema) : '';
  return bounds && `${part}: ${bounds[0]?.toLowerCase()}${bounds.slice(1)}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && least === most) return `Exactly ${amount(least, unit)}.`;
  if (least !== undefined && most !== undefined && (least > 0 || !unit)) {
    return `From ${amount(least, '')} to ${amount(most, unit)}.`;
  }
  if (most !== undefined) return `At most ${amount(most, unit)}.`;
  return least === undefined ? '' : `At least ${amount(least, unit)}.`;
}

function amount(count: number, unit: string): string {
  const number = count.toLocaleString('en-US');
  if (!unit) return number;
  const plural = unit === 'entry' ? 'entries' : `${unit}s`;
  return `${number} ${count === 1 ? unit : plural}`;
}
