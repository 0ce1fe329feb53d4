import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../../lambdas/platform/api-versions.ts';
import { openApiDocument } from '../../../lib/openapi/document.ts';
import { isSchema, type JsonSchema, mapInnerSchemas } from '../../../lib/openapi/json-schema.ts';

const versions = await Promise.all(
  API_VERSIONS.map(async (version) => ({ version, content: await openApiDocument(catalogue, version) })),
);
const { content: document } = versions.find(({ version }) => version === DEFAULT_API_VERSION)!;
const operations = Object.values(catalogue).map((contract) => ({
  contract,
  operation: operationAt(contract.path, contract.method),
}));

describe('the OpenAPI document', () => {
  it('is the one in docs/openapi.json (npm run openapi writes it)', () => {
    const kept = readFileSync('docs/openapi.json', 'utf8');

    const isFresh = kept === `${JSON.stringify(document, null, 2)}\n`;

    expect(isFresh, 'docs/openapi.json is stale: npm run openapi').toBe(true);
  });

  it.each(versions)('is valid by the schema of OpenAPI 3.1, in version $version', async ({ content }) => {
    const result = await new Validator().validate(structuredClone(content));

    expect(result).toEqual({ valid: true });
  });

  it.each(versions)('names each shape as generators can keep it, in version $version', ({ content }) => {
    const { schemas } = content.components;

    expect(Object.keys(schemas).filter((name) => /Response$/.test(name))).toEqual([]);
    expect(Object.entries(schemas).flatMap(([name, schema]) => unnamedIn(name, schema))).toEqual([]);
  });

  it('shows no field of a request that the service ignores', () => {
    const inputs = Object.entries(document.components.schemas).filter(([name]) => /Input|Update/.test(name));

    const ignored = inputs.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => isSchema(field) && Object.keys(field).every((key) => key === 'description'))
        .map(([field]) => `${name}.${field}`),
    );

    expect(ignored).toEqual([]);
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    const components: Readonly<Record<string, object>> = document.components;

    const dangling = references.filter(
      ([, kind = '', name = '']) => !Object.hasOwn(components[kind] ?? {}, name),
    );

    expect(references).not.toEqual([]);
    expect(dangling).toEqual([]);
  });

  it('describes every operation, component, field, parameter and group', () => {
    const silent = [
      ...operations.flatMap(({ contract, operation }) => (operation.description ? [] : [contract.operation])),
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
        ...(schema.description || isKindOfUpdate(name) ? [] : [name]),
        ...silentFields(name, schema),
      ]),
      ...operations.flatMap(({ contract, operation }) =>
        (operation.parameters ?? [])
          .filter((parameter) => !('$ref' in parameter) && !parameter.description)
          .map(({ name }) => `${contract.operation}?${name}`),
      ),
      ...document.tags.filter((tag) => !('description' in tag)).map(({ name }) => name),
    ];

    expect(silent).toEqual([]);
  });
});

describe.each(operations)('$contract.operation', ({ contract, operation }) => {
  it('has examples that the service would accept and return', () => {
    const requests = examplesOf(operation.requestBody);
    const responses = examplesOf(operation.responses[200]);

    const refused = [
      ...requests.filter((example) => !contract.body?.safeParse(example).success),
      ...responses.filter((example) => !contract.response.safeParse(example).success),
    ];

    expect(refused).toEqual([]);
    expect(requests.length > 0).toBe(contract.body !== undefined);
    expect(responses.length > 0).toBe(contract.redirectsTo === undefined);
  });

  it('documents failures', () => {
    const named = (operation.parameters ?? []).some(({ name, required }) => required || name === 'id');

    const statuses = Object.keys(operation.responses);

    expect(statuses).toEqual(expect.arrayContaining(['200', '401', '422', '429', '500']));
    expect(statuses.includes('404')).toBe(named);
    expect(statuses.includes('302')).toBe(contract.redirectsTo !== undefined);
  });
});

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { name: string; required: boolean; description?: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { examples: Readonly<Record<string, { value: unknown }>> }>>;
}

function operationAt(path: string, method: string): Operation {
  return document.paths[path]?.[method.toLowerCase()] as Operation;
}

function examplesOf(part: Content | undefined): unknown[] {
  const examples = part?.content?.['application/json']?.examples ?? {};
  return Object.values(examples).map(({ value }) => value);
}

/** Whether a schema is the update of one kind of record, which its fields describe. */
const isKindOfUpdate = (name: string) => name.endsWith('Update');

/** The places of objects, and of unions that are more than nullable, inside a schema. */
function unnamedIn(name: string, schema: JsonSchema): string[] {
  const unnamed: string[] = [];
  mapInnerSchemas(schema, (inner, field) => {
    const path = `${name}.${field ?? '*'}`;
    const choices = (inner.oneOf ?? inner.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (inner.properties || choices.length > 1) unnamed.push(path);
    unnamed.push(...unnamedIn(path, inner));
    return inner;
  });
  return unnamed;
}

/** Fields without a description, at any depth. */
function silentFields(name: string, schema: JsonSchema): string[] {
  const silent: string[] = [];
  mapInnerSchemas(schema, (inner, field) => {
    const path = field === undefined ? name : `${name}.${field}`;
    if (field !== undefined && !inner.description) silent.push(path);
    silent.push(...silentFields(path, inner));
    return inner;
  });
  return silent;
}
