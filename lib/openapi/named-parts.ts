import { COMPONENTS, type JsonSchema, mapInnerSchemas, mapValues, pascalCase } from './json-schema.ts';
import { descriptions, noteKey } from './words.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Place {
  readonly component: string;
  readonly path: readonly string[];
  /** The end of the name of a part at this place. */
  readonly end: string;
  readonly description?: string | undefined;
}

/** Moves each object and union inside a component into one of its own, so that clients have named types. */
export function withNamedParts(components: Schemas): Schemas {
  const parts = new Parts(components);
  const whole = mapValues(components, (schema, component) =>
    parts.namedInside(schema, { component, path: [], end: '', description: schema.description }),
  );
  return withEqualPartsMerged({ ...whole, ...parts.schemas }, parts.sharedNames);
}

class Parts {
  readonly schemas: Record<string, JsonSchema> = {};
  /** By a part's name: the shared name if parts of other components are equal. */
  readonly sharedNames = new Map<string, string>();
  readonly #components: Schemas;

  constructor(components: Schemas) {
    this.#components = components;
  }

  namedInside(schema: JsonSchema, place: Place): JsonSchema {
    return mapInnerSchemas(schema, (inner, field) => {
      const at = placeInside(schema, { inner, field, place });
      return this.#named(this.namedInside(inner, at), at);
    });
  }

  #named(schema: JsonSchema, place: Place): JsonSchema {
    const { description, default: ownDefault, ...shape } = schema;
    const key = shape.oneOf ? 'oneOf' : 'anyOf';
    const alternatives = choicesOf(shape);
    if (!shape.properties && alternatives.length < 2) return schema;
    const isNullable = alternatives.length < (shape[key] ?? []).length;
    const $ref = this.#put(place, { ...shape, ...(shape[key] && { [key]: alternatives }) });
    return {
      ...(description && { description }),
      ...(ownDefault !== undefined && { default: ownDefault }),
      ...(isNullable ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
    };
  }

  #put({ component, path, end, description }: Place, schema: JsonSchema): string {
    const name = partName(component, end);
    if (this.#components[name] ?? this.schemas[name]) throw new Error(`Two schemas would be called ${name}.`);
    this.schemas[name] = { ...(description && { description }), ...schema };
    const [shared = component] = noteKey(descriptions, component, path)?.split('.') ?? [];
    const [use = ''] = USE.exec(component) ?? [];
    this.sharedNames.set(name, partName(shared.replace(USE, '') + use, end));
    return `${COMPONENTS}${name}`;
  }
}

/** The end of a component's name that says what requests it is for. */
const USE = /(Update|Change)?(Input)?$/;

const partName = (component: string, end: string) =>
  `${component.replace(USE, '')}${end}${USE.exec(component)?.[0] ?? ''}`;

const choicesOf = ({ anyOf, oneOf }: JsonSchema) =>
  (oneOf ?? anyOf ?? []).filter(({ type }) => type !== 'null');

function placeInside(
  outer: JsonSchema,
  { inner, field, place }: { inner: JsonSchema; field: string | undefined; place: Place },
): Place {
  if (field !== undefined) {
    const { component, path, end } = place;
    const { description } = inner;
    return { component, path: [...path, field], end: `${end}${pascalCase(field)}`, description };
  }
  if (inner === outer.items) return { ...place, end: place.end.replace(/s$/, '') || 'Item' };
  const others = choicesOf(outer).filter((each) => each !== inner);
  const own = Object.keys(inner.properties ?? {}).find((name) =>
    others.every(({ properties = {} }) => !Object.hasOwn(properties, name)),
  );
  const isOneOfSeveral = choicesOf(outer).includes(inner) && others.length > 0 && own !== undefined;
  return isOneOfSeveral ? { ...place, end: `${place.end}With${pascalCase(own)}` } : place;
}

function withEqualPartsMerged(schemas: Schemas, sharedNames: ReadonlyMap<string, string>): Schemas {
  const equal = new Map<string, string[]>();
  for (const name of sharedNames.keys()) {
    const text = JSON.stringify(schemas[name]);
    if (schemas[name]) equal.set(text, [...(equal.get(text) ?? []), name]);
  }
  const renamed = new Map<string, string>();
  for (const [first = '', ...others] of [...equal.values()].filter((names) => names.length > 1)) {
    const shared = sharedNames.get(first) ?? first;
    const isFree = !schemas[shared] && ![...renamed.values()].includes(shared);
    for (const name of [first, ...others]) renamed.set(name, isFree ? shared : first);
  }
  if (renamed.size === 0) return schemas;
  const entries = Object.entries(schemas).map(([name, schema]) => [renamed.get(name) ?? name, schema]);
  const text = JSON.stringify(Object.fromEntries(entries)).replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (reference, name: string) => reference.replace(name, renamed.get(name) ?? name),
  );
  return withEqualPartsMerged(JSON.parse(text), sharedNames);
}
