import { isObject } from '../../platform/parse-json.ts';
import type { SchemaIssue } from '../../platform/schemas/safe-schema.ts';
import { type JsonSchema, schemaNodes } from '../../platform/schemas/schema-graph.ts';

/** By this keyword, a tool of MCP asks for an argument in a header too, so that proxies can route by it. */
const MARK = 'x-mcp-header';

const marksIn = (root: JsonSchema) =>
  schemaNodes(root)
    .filter(({ schema }) => Object.hasOwn(schema, MARK))
    .map(({ schema, path }) => ({ name: String(schema[MARK]), type: schema.type, path }));

/** Why marks are refused, as the protocol demands of clients. */
export function issueOfMarks(root: JsonSchema): SchemaIssue | undefined {
  const names = new Set<string>();
  for (const { name, type, path } of marksIn(root)) {
    const isProperty = path.length > 0 && path.every((key, at) => at % 2 === 1 || key === 'properties');
    const isName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && !names.has(name.toLowerCase());
    if (!isProperty || !isName || !['string', 'integer', 'boolean'].includes(String(type)))
      return { path: [...path, MARK], msg: 'Must name a header, and mark a string, integer or boolean.' };
    names.add(name.toLowerCase());
  }
  return undefined;
}

/** The headers of the arguments that a call has. */
export function headersOfMarks(root: JsonSchema, payload: unknown): Record<string, string> {
  const headers = marksIn(root).flatMap(({ name, path }) => {
    const value = path
      .filter((_, at) => at % 2 === 1)
      .reduce<unknown>((holder, key) => (isObject(holder) ? holder[key] : undefined), payload);
    const isSent = ['string', 'boolean'].includes(typeof value) || Number.isSafeInteger(value);
    return isSent ? [[`mcp-param-${name}`, headerText(String(value))] as const] : [];
  });
  return Object.fromEntries(headers);
}

/** A text that a header may have, as the protocol encodes others. */
export const headerText = (value: string) =>
  /^[!-~]([\t -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;
