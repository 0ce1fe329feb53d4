import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../lambdas/api/catalogue.ts';
import { openApiDocument } from '../../../../lib/openapi/document.ts';
import { type JsonSchema, mapInnerSchemas } from '../../../../lib/openapi/json-schema.ts';

const document = await openApiDocument(catalogue);
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

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));

    expect(result).toEqual({ valid: true });
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

  it('describes every component, field, parameter and group', () => {
    const silent = [
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

  it('refuses unknown keys wherever the service does', () => {
    const { PromptInput, VoiceVendorAInput, WebhookUpdateInput } = document.components.schemas;

    const open = [PromptInput, VoiceVendorAInput, WebhookUpdateInput].map(
      (schema) => schema?.additionalProperties,
    );

    expect(open).toEqual([false, false, false]);
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
