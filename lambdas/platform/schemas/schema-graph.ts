import { isObject } from '../parse-json.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaNode {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly same: SchemaNode[];
  /** Schemas that apply to the value's contents: to the property of a name, or (`*`) to any. */
  readonly inner: { readonly key: string; readonly node: SchemaNode }[];
}

export class SchemaRefused extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

const MAX_NODES = 500;
const MAX_REFERENCES = 100;

/** Keywords by their contents, and whether those apply to the value or to its contents. */
export const KEYWORDS: Readonly<
  Record<string, { readonly to: 'same' | 'any' | 'named' | 'none'; readonly byName?: true }>
> = {
  allOf: { to: 'same' },
  anyOf: { to: 'same' },
  oneOf: { to: 'same' },
  not: { to: 'same' },
  if: { to: 'same' },
  // biome-ignore lint/suspicious/noThenProperty: that is the name of the keyword.
  then: { to: 'same' },
  else: { to: 'same' },
  dependentSchemas: { to: 'same', byName: true },
  dependencies: { to: 'same', byName: true },
  properties: { to: 'named', byName: true },
  patternProperties: { to: 'any', byName: true },
  additionalProperties: { to: 'any' },
  unevaluatedProperties: { to: 'any' },
  propertyNames: { to: 'any' },
  items: { to: 'any' },
  prefixItems: { to: 'any' },
  additionalItems: { to: 'any' },
  unevaluatedItems: { to: 'any' },
  contains: { to: 'any' },
  $defs: { to: 'none', byName: true },
  definitions: { to: 'none', byName: true },
};

/** All schemas within a schema, the root first. Throws SchemaRefused if there are too many, or a reference leads nowhere. */
export function schemaNodes(root: JsonSchema): readonly SchemaNode[] {
  const graph = new SchemaGraph(root);
  graph.visit(root, []);
  return [...graph.nodes.values()];
}

/** The schema of a reference such as `#/$defs/Day`. Returns undefined if it leads nowhere. */
export function referredSchema(
  root: unknown,
  reference: string,
): { readonly target: unknown; readonly path: string[] } {
  const path = reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? Object.entries(found).find(([name]) => name === key)?.[1]
        : undefined,
    root,
  );
  return { target, path };
}

class SchemaGraph {
  readonly nodes = new Map<JsonSchema, SchemaNode>();
  readonly #root: JsonSchema;
  #references = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  visit(schema: JsonSchema, path: readonly string[]): SchemaNode {
    const existingNode = this.nodes.get(schema);
    if (existingNode) return existingNode;
    if (this.nodes.size >= MAX_NODES)
      throw new SchemaRefused(path, `The schema may have at most ${MAX_NODES} parts.`);
    const node: SchemaNode = { schema, path, same: [], inner: [] };
    this.nodes.set(schema, node);
    for (const [keyword, value] of Object.entries(schema)) this.#follow(node, keyword, value);
    return node;
  }

  #follow(node: SchemaNode, keyword: string, value: unknown): void {
    if (keyword === '$ref') node.same.push(...this.#referred(node, value));
    const { to, byName } = KEYWORDS[keyword] ?? {};
    if (!to || !Object.hasOwn(KEYWORDS, keyword)) return;
    const path = [...node.path, keyword];
    const held =
      Array.isArray(value) || (byName && isObject(value)) ? Object.entries(value) : [['', value] as const];
    for (const [key, schema] of held) {
      if (!isObject(schema)) continue;
      const child = this.visit(schema, key === '' ? path : [...path, key]);
      if (to === 'same') node.same.push(child);
      else if (to !== 'none') node.inner.push({ key: to === 'named' ? key : '*', node: child });
    }
  }

  #referred({ path: from }: SchemaNode, reference: unknown): SchemaNode[] {
    const at = [...from, '$ref'];
    this.#references += 1;
    if (this.#references > MAX_REFERENCES)
      throw new SchemaRefused(at, `The schema may have at most ${MAX_REFERENCES} references.`);
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference))
      throw new SchemaRefused(
        at,
        'A reference must lead to a place in the same schema, such as #/$defs/Day.',
      );
    const { target, path } = referredSchema(this.#root, reference);
    if (typeof target === 'boolean') return [];
    if (!isObject(target)) throw new SchemaRefused(at, 'The reference points to nothing in this schema.');
    return [this.visit(target, path)];
  }
}
