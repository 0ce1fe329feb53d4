import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { documentedSchema } from '../../lambdas/platform/schemas/when.ts';
import { fieldsUnsetByNull } from '../../lambdas/platform/without-nulls.ts';
import {
  COMPONENTS,
  isSchema,
  type JsonSchema,
  kindOf,
  mapInnerSchemas,
  mapValues,
  pascalCase,
  referredName,
} from './json-schema.ts';

/** Whether a schema describes a request or an answer. */
type Direction = 'input' | 'output';

/** The named schemas of the document; they grow with each added schema. */
export class Components {
  readonly schemas = new Map<string, JsonSchema>();
  readonly #names: SchemaNames;

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  /** Converts a schema. Those that it refers to become components, and so does it, by the name if it has none. */
  add(schema: z.core.$ZodType, direction: Direction, name: string): JsonSchema {
    return this.#named(this.#converted(schema, direction, { isBody: direction === 'input' }), name);
  }

  /** Converts the schema of a query. Only schemas that it refers to become components. */
  query(schema: z.core.$ZodType): JsonSchema {
    return this.#converted(schema, 'input', { isBody: false });
  }

  #converted(
    schema: z.core.$ZodType,
    direction: Direction,
    { isBody }: { readonly isBody: boolean },
  ): JsonSchema {
    const converted = z.toJSONSchema(schema, {
      io: direction,
      metadata: this.#names,
      // The result of a transformation is not in its schema.
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        const shown = documentedSchema(zodSchema);
        if (shown) become(jsonSchema, this.#converted(shown, direction, { isBody }));
        if (isBody) markNulls(jsonSchema, fieldsUnsetByNull(zodSchema));
      },
    });
    const { $schema: _, $defs = {}, ...root } = converted;
    const definitions = Object.entries($defs).filter(([, definition]) => isSchema(definition));
    const names = new Map(definitions.map(([id, definition]) => [id, keyOf(id, definition, direction)]));
    const finish = (source: JsonSchema) => this.#withKinds(simplified(source, direction, names), direction);
    for (const [id, definition] of definitions) this.#put(names.get(id) ?? id, finish(definition));
    return finish(root);
  }

  #named(schema: JsonSchema, name: string): JsonSchema {
    if (schema.$ref) return schema;
    if (schema.type === 'array' && isSchema(schema.items)) {
      return { ...schema, items: this.#named(schema.items, `${name}Item`) };
    }
    const anyOf = schema.anyOf?.map((each) => {
      const page = pageName(each);
      return page === undefined ? each : this.#put(page, each);
    });
    return this.#put(pageName(schema) ?? name, { ...schema, ...(anyOf && { anyOf }) });
  }

  /** Creates components of a union's alternatives, by their `type`. */
  #withKinds(schema: JsonSchema, direction: Direction): JsonSchema {
    const inner = mapInnerSchemas(schema, (each) => this.#withKinds(each, direction));
    const key = inner.oneOf ? 'oneOf' : 'anyOf';
    const alternatives = inner[key]?.map((each) => this.#kind(each, direction));
    if (!alternatives) return inner;
    return { ...inner, [key]: alternatives, ...this.#discriminator(alternatives) };
  }

  #kind(schema: JsonSchema, direction: Direction): JsonSchema {
    const kind = kindOf(schema);
    if (kind === undefined) return schema;
    const update = schema.required?.includes('type') ? 'Input' : 'Update';
    const name = `${pascalCase(kind)}${direction === 'input' ? update : ''}`;
    const known = this.schemas.get(name);
    return known && !isDeepStrictEqual(known, schema) ? schema : this.#put(name, schema);
  }

  #discriminator(alternatives: readonly JsonSchema[]): { discriminator?: unknown } {
    const mapping = Object.fromEntries(
      alternatives.flatMap((each) => {
        const kind = this.schemas.get(referredName(each) ?? '');
        const type = kind?.required?.includes('type') ? kindOf(kind) : undefined;
        return type === undefined ? [] : [[type, each.$ref]];
      }),
    );
    if (Object.keys(mapping).length !== alternatives.length) return {};
    return { discriminator: { propertyName: 'type', mapping } };
  }

  #put(name: string, schema: JsonSchema): JsonSchema {
    const known = this.schemas.get(name);
    if (known && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two schemas of the document would be called ${name}.`);
    }
    this.schemas.set(name, schema);
    return { $ref: `${COMPONENTS}${name}` };
  }
}

/** The name of a request's schema differs from that of an answer, since fields with a default are optional. */
function keyOf(id: string, schema: JsonSchema, direction: Direction): string {
  const name = pascalCase(id);
  const isComposite = schema.properties ?? schema.anyOf ?? schema.oneOf;
  return direction === 'input' && isComposite && !name.endsWith('Input') ? `${name}Input` : name;
}

function pageName({ properties }: JsonSchema): string | undefined {
  const items = properties?.items;
  if (!isSchema(items) || !isSchema(items.items)) return undefined;
  const listed = referredName(items.items);
  return listed && `PageOf${listed}`;
}

/** Points references at components, and drops keywords without meaning. */
function simplified(
  schema: JsonSchema,
  direction: Direction,
  names: ReadonlyMap<string, string>,
): JsonSchema {
  const inner = withMarkedNulls(mapInnerSchemas(schema, (each) => simplified(each, direction, names)));
  // A schema displayed in place of this one already refers to components.
  const id = inner.$ref?.startsWith(COMPONENTS) ? undefined : inner.$ref?.replace('#/$defs/', '');
  if (id !== undefined) inner.$ref = `${COMPONENTS}${names.get(id) ?? id}`;
  if (inner.anyOf) inner.anyOf = flattened(inner.anyOf);
  // Any value includes null.
  if (inner.anyOf?.some(saysNothing)) delete inner.anyOf;
  // An ignored field, present in records that are sent back.
  if (direction === 'input' && inner.properties) {
    const fields = Object.entries(inner.properties).filter(([, field]) => !saysNothing(field));
    inner.properties = Object.fromEntries(fields);
  }
  // An answer contains every field that has a default.
  if (direction === 'output') delete inner.default;
  // The format says the same.
  if (inner.format === 'date-time') delete inner.pattern;
  // The bounds of any JSON integer.
  if (inner.minimum === Number.MIN_SAFE_INTEGER) delete inner.minimum;
  if (inner.maximum === Number.MAX_SAFE_INTEGER) delete inner.maximum;
  return inner;
}

function become(schema: JsonSchema, other: JsonSchema): void {
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  Object.assign(schema, other);
}

const saysNothing = (schema: JsonSchema | boolean) => isSchema(schema) && Object.keys(schema).length === 0;

/** The alternatives of a union and of unions in it, each once. */
function flattened(anyOf: readonly JsonSchema[]): JsonSchema[] {
  const all = anyOf.flatMap((each) => (isUnion(each) ? each.anyOf : [each]));
  return all.filter((each, index) => all.findIndex((other) => isDeepStrictEqual(other, each)) === index);
}

function isUnion(schema: JsonSchema): schema is JsonSchema & { anyOf: JsonSchema[] } {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

/** The mark of an object's fields that may be null in a request: null means that they are not set. */
const MARK = 'x-unset-by-null';

const NULL: JsonSchema = { type: 'null' };

/** Marks the fields of an object that may be null. */
function markNulls(schema: JsonSchema, names: readonly string[]): void {
  if (names.length > 0) schema[MARK] = names;
}

/** Lets the marked fields of an object be null, and removes the mark. */
function withMarkedNulls({ [MARK]: marked, ...schema }: JsonSchema): JsonSchema {
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

const LAMBDAS = new URL('../../lambdas/', import.meta.url);

/** The files with schemas: the models of all nouns, and the fields they share. */
const WITH_SCHEMAS = /[/]model[/].+[.]ts$|^platform[/](fields|phone-number|reference)[.]ts$/;

/** Names by the name of the export: in full, as in a list (Listed…) and in brief (Compact…), in each version. */
const NAMES_IN_DOCUMENT: Readonly<Record<string, string>> = {
  expandedAgent: 'agent',
  fullCall: 'call',
  expandedNumber: 'number',
  number: 'listedNumber',
  olderNumber: 'listedCompactNumber',
  tokenView: 'shownToken',
  versionView: 'shownVersion',
};

type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** Every schema that a model exports, by the name of the export. */
export async function schemaNames(): Promise<SchemaNames> {
  const names: SchemaNames = z.registry<{ id: string }>();
  const files = readdirSync(LAMBDAS, { encoding: 'utf8', recursive: true }).filter((file) =>
    WITH_SCHEMAS.test(file),
  );
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(new URL(file, LAMBDAS).href);
    for (const [id, schema] of Object.entries(exported)) {
      if (schema instanceof z.core.$ZodType && !names.has(schema)) {
        names.add(schema, { id: NAMES_IN_DOCUMENT[id] ?? id });
      }
    }
  }
  return names;
}
