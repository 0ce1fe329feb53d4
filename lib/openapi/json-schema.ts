import type * as z from 'zod';

/** A JSON Schema of draft 2020-12, as zod writes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Where the document keeps its named schemas. */
export const COMPONENTS = '#/components/schemas/';

/** The name of the component that a schema refers to, if it does. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(COMPONENTS) ? $ref.slice(COMPONENTS.length) : undefined;
}

/** A copy of a schema in which every schema directly inside it was replaced; those of its fields come with their names. */
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

/** Whether it is a schema, and not one of the schemas `true` and `false` or a list of them. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of an object with each value replaced. */
export function mapValues<T, R>(
  source: Readonly<Record<string, T>>,
  replace: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, replace(value, name)]));
}

/** The value of `type` that marks a kind of record, if the schema is such a kind. */
export function kindOf({ properties }: JsonSchema): string | undefined {
  const type = properties?.type;
  return isSchema(type) && typeof type.const === 'string' ? type.const : undefined;
}

/** Names of components are in PascalCase. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_/-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
