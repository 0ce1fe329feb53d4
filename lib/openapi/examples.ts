import { isSchema, type JsonSchema, referredName } from './json-schema.ts';
import { exampleValues, noteOn } from './words.ts';

export class Examples {
  readonly #schemas: ReadonlyMap<string, JsonSchema>;

  constructor(schemas: ReadonlyMap<string, JsonSchema>) {
    this.#schemas = schemas;
  }

  /** An example of each alternative of a schema, by the alternative's name; without alternatives, one by its own name. */
  ofAlternatives(schema: JsonSchema, name = 'example'): Record<string, { value: unknown }> {
    const component = referredName(schema);
    const target = this.#schemas.get(component ?? '') ?? schema;
    const alternatives = target.oneOf ?? target.anyOf;
    if (alternatives) {
      return Object.assign({}, ...alternatives.map((each) => this.ofAlternatives(each, component ?? name)));
    }
    return { [component ?? name]: { value: this.of(schema, component ?? name, []) } };
  }

  of(schema: JsonSchema, component: string, path: readonly string[]): unknown {
    const name = referredName(schema);
    if (name !== undefined && this.#isRecord(schema)) return this.of(this.#target(schema), name, []);
    const known = this.#known(schema, component, path);
    return known === undefined ? this.#made(schema, component, path) : known;
  }

  /** A defined example value; records use the values of their fields instead. */
  #known(schema: JsonSchema, component: string, path: readonly string[]): unknown {
    const parts = [...(schema.anyOf ?? []), ...(isSchema(schema.items) ? [schema.items] : [])];
    return parts.some((part) => this.#isRecord(part)) ? undefined : noteOn(exampleValues, component, path);
  }

  #made(schema: JsonSchema, component: string, path: readonly string[]): unknown {
    const name = referredName(schema);
    if (schema.const !== undefined || schema.default !== undefined) return schema.const ?? schema.default;
    if (name === 'Id') return idOf(component, path);
    if (name !== undefined) return this.of(this.#target(schema), name, []);
    const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
    if (alternative) return this.of(alternative, component, path);
    if (schema.enum) return schema.enum[0];
    if (schema.properties) return this.#object(schema, component, path);
    if (isSchema(schema.items)) return [this.of(schema.items, component, path)];
    return placeholder(schema);
  }

  /** The fields that are required or have an example value; all fields if none do. */
  #object(
    { properties = {}, required = [] }: JsonSchema,
    component: string,
    path: readonly string[],
  ): unknown {
    const fields = Object.entries(properties);
    const filled = fields.filter(
      ([field]) =>
        required.includes(field) || noteOn(exampleValues, component, [...path, field]) !== undefined,
    );
    return Object.fromEntries(
      (filled.length > 0 ? filled : fields).map(([field, schema]) => [
        field,
        isSchema(schema) ? this.of(schema, component, [...path, field]) : null,
      ]),
    );
  }

  #isRecord(schema: JsonSchema): boolean {
    const { properties, oneOf, anyOf } = this.#target(schema);
    return schema.$ref !== undefined && (properties ?? oneOf ?? anyOf) !== undefined;
  }

  #target(schema: JsonSchema): JsonSchema {
    return this.#schemas.get(referredName(schema) ?? '') ?? schema;
  }
}

/** The nouns that ids name, in the order of the example ids; the first stands for anything else, such as the owner. */
const NOUNS = [
  ...[
    'user',
    'agent',
    'prompt',
    'voice',
    'action',
    'webhook',
    'vectordatabase',
    'connection',
    'call',
    'event',
  ],
  ...['delivery', 'request', 'test', 'token'],
];

/** An id of the noun that its field names, or its component if the field is called `id`. */
function idOf(component: string, path: readonly string[]): string {
  const field = path.at(-1) ?? 'id';
  const name = (field === 'id' ? component : field).replaceAll('_', '').toLowerCase();
  const noun = Math.max(
    0,
    NOUNS.findIndex((each) => name.includes(each)),
  );
  const digit = noun.toString(16);
  return `0199a5d0-3c0${digit}-7a10-8b20-5f6e7d8c9b0${digit}`;
}

function placeholder({ type, minimum, format }: JsonSchema): unknown {
  if (format === 'date-time') return '2026-01-01T12:00:00.000Z';
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return Math.max(0, minimum ?? 0);
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return {};
  }
}
