import { isSchema, type JsonSchema, mapValues } from './json-schema.ts';

/** The mark of an object's fields that may be null in a request: null means that they are not set. */
const MARK = 'x-unset-by-null';

const NULL: JsonSchema = { type: 'null' };

/** Marks the fields of an object that may be null. */
export function markNulls(schema: JsonSchema, names: readonly string[]): void {
  if (names.length > 0) schema[MARK] = names;
}

/** Lets the marked fields of an object be null, and removes the mark. */
export function withMarkedNulls({ [MARK]: marked, ...schema }: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!Array.isArray(marked) || !properties) return schema;
  return {
    ...schema,
    properties: mapValues(properties, (field, name) =>
      isSchema(field) && marked.includes(name) ? nullable(field) : field,
    ),
  };
}

function nullable({ default: value, ...schema }: JsonSchema): JsonSchema {
  const ownDefault = value === undefined ? {} : { default: value };
  const [keyword, ...others] = Object.keys(schema);
  if (others.length === 0 && keyword === 'anyOf')
    return { ...ownDefault, anyOf: [...(schema.anyOf ?? []), NULL] };
  if (others.length === 0 && typeof schema.type === 'string')
    return { ...ownDefault, type: [schema.type, 'null'] };
  return { ...ownDefault, anyOf: [schema, NULL] };
}
