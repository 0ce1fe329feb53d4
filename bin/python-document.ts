// Writes the OpenAPI document without what openapi-python-client can't read. The workflow *Release* generates the
// Python client from it: node bin/run.mjs bin/python-document.ts openapi.json
import { writeFileSync } from 'node:fs';
import { catalogue } from '../lambdas/catalogue.ts';
import { isObject } from '../lambdas/platform/parse-json.ts';
import { openApiDocument } from '../lib/openapi/document.ts';
import { isSchema, type JsonSchema, pascalCase } from '../lib/openapi/json-schema.ts';

const VERSION = '2026-11';

/** Leaves out defaults of objects and lists, and constants among alternatives, and sends the version by default. */
function simplified(node: unknown, isNames = false): unknown {
  if (Array.isArray(node)) return node.map((each) => simplified(each));
  if (!isObject(node)) return node;
  if (node.name === 'Api-Version') return { ...node, schema: { type: 'string', default: VERSION } };
  const kept = Object.entries(node).filter(([key, value]) => isNames || !isUnreadable(key, value));
  const inner = (key: string, value: unknown) =>
    key === 'anyOf' && Array.isArray(value)
      ? value.map((each) => simplified(isSchema(each) ? { ...each, const: undefined } : each))
      : simplified(value, key === 'properties' && !isNames);
  return Object.fromEntries(kept.map(([key, value]) => [key, inner(key, value)]));
}

const isUnreadable = (key: string, value: unknown) =>
  key === 'examples' || (key === 'default' && typeof value === 'object');

/** Names maps that would get the name of another schema: `values` in `AgentSteps`, as there is `AgentStepsValues`. */
function nameMaps(schemas: Readonly<Record<string, JsonSchema>>): void {
  for (const [owner, { properties = {} }] of Object.entries(schemas))
    for (const [field, schema] of Object.entries(properties)) {
      const name = `${owner}${pascalCase(field)}`;
      if (!isSchema(schema) || !schemas[name]) continue;
      for (const each of [schema, ...(schema.anyOf ?? [])])
        if (each.type === 'object') each.title = `${name}ByName`;
    }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write.');
const { components, ...document } = await openApiDocument(catalogue, VERSION);
nameMaps(components.schemas);
writeFileSync(file, JSON.stringify(simplified({ ...document, components })));
