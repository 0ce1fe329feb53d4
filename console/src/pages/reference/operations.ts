import {
  type Document,
  type JsonSchema,
  type Operation,
  type Parameter,
  resolved,
} from '../../api/document-types.ts';

/** An operation with its method and path. */
export interface Listed {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly operation: Operation;
}

/** Operations of one tag. */
interface Group {
  readonly tag: string;
  readonly operations: readonly Listed[];
}

/** The operation with which the reference begins, in the group that comes first. */
export const FIRST = 'createCall';

/** The operations by tag, calls first; with words to find, those whose path, summary or name has them all. */
export function groupsOf(document: Document, find = ''): readonly Group[] {
  const sought = find.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Listed[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method !== 'get' && method !== 'post') continue;
      const text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
      if (!sought.every((word) => text.includes(word))) continue;
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  const isFirst = ({ operation }: Listed) => operation.operationId === FIRST;
  return [...groups]
    .map(([tag, operations]) => ({ tag, operations: firstOf(operations, isFirst) }))
    .sort((one, other) => Number(other.operations.some(isFirst)) - Number(one.operations.some(isFirst)));
}

const firstOf = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly Item[] => [
  ...items.filter(isFirst),
  ...items.filter((item) => !isFirst(item)),
];

/** The parameters of an operation, with those that it only refers to. */
export function parametersOf(document: Document, operation: Operation): readonly Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    const name = parameter.$ref?.split('/').at(-1);
    return name === undefined ? parameter : (document.components.parameters?.[name] ?? parameter);
  });
}

/** A type in a few words: `string`, `number or null`, `list of Id`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object';
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['anything']).join(' or ');
  return type === 'array' ? `list of ${typeOf(schema.items ?? {})}` : type;
}

/** The schemas whose fields a schema shows: itself, what it lists, or its variants. */
export function partsOf(document: Document, schema: JsonSchema): readonly JsonSchema[] {
  const own = resolved(document, schema);
  if (own.properties) return [own];
  if (own.items) return partsOf(document, own.items);
  return (own.anyOf ?? own.oneOf ?? []).flatMap((variant) => partsOf(document, variant));
}

/** The example of a body, and the address of the request with examples of the parameters that it needs. */
export function exampleOf(document: Document, { path, operation }: Listed) {
  const needed = parametersOf(document, operation).filter(
    ({ in: where, required }) => where === 'query' && required,
  );
  const query = new URLSearchParams(
    Object.fromEntries(needed.map(({ name, example }) => [name ?? '', String(example ?? '')])),
  );
  const examples = operation.requestBody?.content['application/json']?.examples ?? {};
  return {
    target: `${path}${needed.length > 0 ? `?${query}` : ''}`,
    body: Object.values(examples)[0]?.value,
  };
}
