import type * as z from 'zod';

/** A JSON Schema of draft 2020-12, as zod writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The prefix of references to named schemas. */
export const COMPONENTS = '#/components/schemas/';

export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined;
}

/** Copies a schema and maps its inner schemas; those of fields come with their names. */
export function mapInnerSchemas(
  schema: JsonSchema,
  replace: (inner: JsonSchema, field?: string) => JsonSchema,
): JsonSchema {
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  const replaceField = (inner: JsonSchema | boolean, field: string) =>
    isSchema(inner) ? replace(inner, field) : inner;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, replaceField) }),
    ...(isSchema(items) && { items: replace(items) }),
    ...(isSchema(additionalProperties) && { additionalProperties: replace(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map((inner) => replace(inner)) }),
    ...(oneOf && { oneOf: oneOf.map((inner) => replace(inner)) }),
  };
}

/** Whether it is a schema object, rather than `true`, `false` or a list of schemas. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapValues<T, R>(
  source: Readonly<Record<string, T>>,
  replace: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, replace(value, name)]));
}

/** The `type` value of a kind of record, if the schema is one. */
export function kindOf({ properties }: JsonSchema): string | undefined {
  const type = properties?.type;
  return isSchema(type) && typeof type.const === 'string' ? type.const : undefined;
}

export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
