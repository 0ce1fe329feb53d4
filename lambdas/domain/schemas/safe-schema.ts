import { faultOfPattern } from './safe-pattern.ts';
import { isObject, type JsonSchema, type SchemaNode, SchemaRefused, schemaNodes } from './schema-graph.ts';

/** A fault of a schema and its location. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly msg: string;
}

/** Most schemas that one value is checked against, with references expanded. */
const MAX_WRITTEN_OUT = 2_000;
/** Groups of recursive schemas. */
const MAX_RECURSIONS = 3;
/** Longest lists in a schema. */
const MAX_LISTED = { enum: 500, required: 200 } as const;

/**
 * Why a JSON schema is refused; undefined if any validator checks any value against it quickly. The rules: references
 * stay within the schema and are few; recursion goes through a property or an item, in one way; the expanded schema is
 * not too large; its patterns are safe (see faultOfPattern).
 */
export function faultOfSchema(schema: JsonSchema): SchemaFault | undefined {
  try {
    const nodes = schemaNodes(schema);
    for (const node of nodes) checkKeywords(node);
    const reached = new Map(nodes.map((node) => [node, reachableFrom(node)]));
    const isTogether = (one: SchemaNode, other: SchemaNode) =>
      reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true;
    for (const node of nodes) checkLoops(node, isTogether);
    checkRecursions(nodes, isTogether);
    checkSize(nodes[0], isTogether);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaRefused) return { path: error.path, msg: error.message };
    throw error;
  }
}

type IsTogether = (one: SchemaNode, other: SchemaNode) => boolean;

function checkKeywords({ schema, path }: SchemaNode): void {
  const refuse = (keyword: string, msg: string): never => {
    throw new SchemaRefused([...path, keyword], msg);
  };
  for (const keyword of ['$dynamicRef', '$recursiveRef'])
    if (Object.hasOwn(schema, keyword)) refuse(keyword, `${keyword} is not accepted; use $ref.`);
  if (path.length > 0 && Object.hasOwn(schema, '$id'))
    refuse('$id', 'Only the root of the schema may have an $id.');
  const { pattern, patternProperties, multipleOf } = schema;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const named = [
    ['pattern', pattern] as const,
    ...patterns.map((key) => ['patternProperties', key] as const),
  ];
  for (const [keyword, source] of named) {
    const fault = typeof source === 'string' ? faultOfPattern(source) : undefined;
    if (fault !== undefined) refuse(keyword, `The pattern is not accepted: ${fault}.`);
  }
  if (typeof multipleOf === 'number' && multipleOf <= 0) refuse('multipleOf', 'Must be more than 0.');
  for (const [keyword, most] of Object.entries(MAX_LISTED)) {
    const listed = schema[keyword];
    if (Array.isArray(listed) && listed.length > most) refuse(keyword, `Must have at most ${most} items.`);
  }
}

/** All schemas that are reachable from this one. */
function reachableFrom(node: SchemaNode): ReadonlySet<SchemaNode> {
  const reached = new Set<SchemaNode>();
  const open = nextOf(node);
  for (let next = open.pop(); next; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...nextOf(next));
  }
  return reached;
}

const nextOf = ({ same, inner }: SchemaNode): SchemaNode[] => [...same, ...inner.map(({ node }) => node)];

/** Refuses recursion on the same value, and recursion in two ways on the value's contents. */
function checkLoops(node: SchemaNode, isTogether: IsTogether): void {
  if (!isTogether(node, node)) return;
  const ways = new Map<string, number>();
  for (const applied of appliedAlong(node, isTogether)) {
    for (const { key, node: next } of applied.inner)
      if (isTogether(node, next)) ways.set(key, (ways.get(key) ?? 0) + 1);
  }
  const anywhere = ways.get('*') ?? 0;
  const most = Math.max(anywhere, ...[...ways].map(([key, count]) => count + (key === '*' ? 0 : anywhere)));
  if (most > 1)
    throw new SchemaRefused(
      node.path,
      'The schema refers to itself in more than one way for the same value; keep one of them.',
    );
}

/** The schemas of a loop that apply to the same value, once for each application. */
function appliedAlong(start: SchemaNode, isTogether: IsTogether): SchemaNode[] {
  const applied: SchemaNode[] = [];
  const visit = (node: SchemaNode, above: readonly SchemaNode[]): void => {
    if (above.includes(node))
      throw new SchemaRefused(
        node.path,
        'The schema refers to itself without end; let it do so within a property or an item.',
      );
    if (applied.push(node) > MAX_WRITTEN_OUT) throw tooMany(start);
    for (const next of node.same) if (isTogether(start, next)) visit(next, [...above, node]);
  };
  visit(start, []);
  return applied;
}

function checkRecursions(nodes: readonly SchemaNode[], isTogether: IsTogether): void {
  const found: SchemaNode[] = [];
  for (const node of nodes)
    if (isTogether(node, node) && !found.some((other) => isTogether(node, other))) found.push(node);
  const beyond = found[MAX_RECURSIONS];
  if (beyond)
    throw new SchemaRefused(
      beyond.path,
      `At most ${MAX_RECURSIONS} parts of the schema may refer to themselves.`,
    );
}

/** Counts the schemas with references expanded, and recursion followed once. */
function checkSize(root: SchemaNode | undefined, isTogether: IsTogether): void {
  const sizes = new Map<SchemaNode, number>();
  const sizeOf = (node: SchemaNode): number => {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    const inner = node.inner.map((each) => each.node).filter((next) => !isTogether(node, next));
    const size = [...node.same, ...inner].reduce((sum, next) => sum + sizeOf(next), 1);
    if (size > MAX_WRITTEN_OUT) throw tooMany(node);
    sizes.set(node, size);
    return size;
  };
  if (root) sizeOf(root);
}

const tooMany = ({ path }: SchemaNode) =>
  new SchemaRefused(path, `With references expanded, the schema may have at most ${MAX_WRITTEN_OUT} parts.`);
