import { isPlainName } from '../fields.ts';
import { isObject } from '../parse-json.ts';
import { isPattern } from './pattern-syntax.ts';
import { type JsonSchema, type SchemaNode, SchemaRefused, schemaNodes } from './schema-graph.ts';

const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

export interface SchemaIssue {
  readonly path: readonly string[];
  readonly msg: string;
}

/** Maximum number of schemas that one value is checked against, with references expanded and recursion followed once. */
const MAX_EXPANDED = 2_000;
const MAX_PATTERN = 500;
const MAX_LISTED = { enum: 500, required: 200 } as const;

/**
 * Why a JSON schema is refused. Returns undefined if it is accepted: references stay within the schema and are few,
 * recursion goes through a property or an item, and the expanded schema is not too large. How long a check may take is
 * bounded when it runs (see schemaIssues).
 */
export function issueOfSchema(schema: JsonSchema): SchemaIssue | undefined {
  try {
    const nodes = schemaNodes(schema);
    for (const node of nodes) checkKeywords(node);
    const finite = new Set<SchemaNode>();
    for (const node of nodes) checkEndless(node, [], finite);
    if (nodes[0]) expandedSize(nodes[0], new Map());
    return undefined;
  } catch (error) {
    if (error instanceof SchemaRefused) return { path: error.path, msg: error.message };
    throw error;
  }
}

function checkKeywords({ schema, path }: SchemaNode): void {
  const refuse = (keyword: string, msg: string): never => {
    throw new SchemaRefused([...path, keyword], msg);
  };
  for (const keyword of ['$dynamicRef', '$recursiveRef'])
    if (Object.hasOwn(schema, keyword)) refuse(keyword, `${keyword} is not accepted; use $ref.`);
  if (path.length > 0 && Object.hasOwn(schema, '$id'))
    refuse('$id', 'Only the root of the schema may have an $id.');
  const { type, properties, pattern, patternProperties, multipleOf } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && (types.length === 0 || !types.every((each) => TYPES.has(each))))
    refuse('type', `Must be one or more of ${[...TYPES].join(', ')}.`);
  if (isObject(properties) && !Object.keys(properties).every(isPlainName))
    refuse('properties', 'The name of a property must be one line without hidden characters.');
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  const named = [
    ['pattern', pattern] as const,
    ...patterns.map((key) => ['patternProperties', key] as const),
  ];
  for (const [keyword, source] of named) {
    const issue = typeof source === 'string' ? issueOfPattern(source) : undefined;
    if (issue !== undefined) refuse(keyword, `The pattern is not accepted: ${issue}.`);
  }
  if (typeof multipleOf === 'number' && multipleOf <= 0) refuse('multipleOf', 'Must be more than 0.');
  for (const [keyword, most] of Object.entries(MAX_LISTED)) {
    const listed = schema[keyword];
    if (Array.isArray(listed) && listed.length > most) refuse(keyword, `Must have at most ${most} items.`);
  }
}

function issueOfPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `it has more than ${MAX_PATTERN} characters`;
  return isPattern(pattern) ? undefined : 'it is not a valid regular expression (ECMAScript, flag u)';
}

/** Refuses schemas that apply themselves to the same value. */
function checkEndless(node: SchemaNode, above: readonly SchemaNode[], finite: Set<SchemaNode>): void {
  if (finite.has(node)) return;
  if (above.includes(node))
    throw new SchemaRefused(
      node.path,
      'The schema refers to itself without end; let it do so within a property or an item.',
    );
  for (const next of node.same) checkEndless(next, [...above, node], finite);
  finite.add(node);
}

/** The number of schemas with references expanded, and recursion followed once. */
function expandedSize(node: SchemaNode, sizes: Map<SchemaNode, number>): number {
  const knownSize = sizes.get(node);
  if (knownSize !== undefined) return knownSize;
  sizes.set(node, 0);
  const applied = [...node.same, ...node.inner.map((each) => each.node)];
  const size = applied.reduce((sum, next) => sum + expandedSize(next, sizes), 1);
  if (size > MAX_EXPANDED)
    throw new SchemaRefused(
      node.path,
      `With references expanded, the schema may have at most ${MAX_EXPANDED} parts.`,
    );
  sizes.set(node, size);
  return size;
}
