import * as z from 'zod';
import type { Resources } from '../../template/resource.ts';
import { MAX_INTEGRATION_MS } from '../lambda-proxy/invoke-target.ts';
import { readLambdaTarget } from '../lambda-proxy/lambda-target.ts';
import type { Integration } from './rest-api.ts';

export const IntegrationProperties = z.object({
  Type: z.string(),
  Uri: z.string().optional(),
  Credentials: z.string().optional(),
  TimeoutInMillis: z.coerce.number().int().min(1).default(MAX_INTEGRATION_MS),
  RequestTemplates: z.record(z.string(), z.string()).default({}),
  PassthroughBehavior: z.string().optional(),
  IntegrationResponses: z
    .array(
      z.object({
        StatusCode: z.coerce.number().int(),
        SelectionPattern: z.string().optional(),
        ResponseParameters: z.record(z.string(), z.string()).default({}),
        ResponseTemplates: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
});
type IntegrationProperties = z.infer<typeof IntegrationProperties>;

const RESPONSE_HEADER = 'method.response.header.';

interface Owner {
  readonly resources: Resources;
  /** The method, as in its ARN after the account. */
  readonly source: string;
  readonly owner: string;
}

/** Reads a method's integration. Throws an error that names the method if it is not supported. */
export function readIntegration(properties: IntegrationProperties, owner: Owner): Integration {
  if (properties.Type === 'MOCK') return readMock(properties, owner);
  if (properties.Type !== 'AWS_PROXY') {
    throw new Error(`${owner.owner}: integration type ${properties.Type} is not supported here`);
  }
  return {
    type: 'lambda',
    target: readLambdaTarget({ ...owner, uri: properties.Uri, credentials: properties.Credentials }),
    timeoutMs: Math.min(properties.TimeoutInMillis, MAX_INTEGRATION_MS),
  };
}

/** Supports only mocks without a template language: one fixed response, such as the answer to a preflight request. */
function readMock(properties: IntegrationProperties, { owner }: Owner): Integration {
  const { IntegrationResponses, RequestTemplates, PassthroughBehavior } = properties;
  if (PassthroughBehavior !== 'NEVER') throw new Error(`${owner}: a mock must pass nothing through here`);
  const [response, ...others] = IntegrationResponses;
  if (!response || others.length > 0)
    throw new Error(`${owner}: a mock integration needs exactly one response here`);
  const headers = Object.entries(response.ResponseParameters).map(([name, expression]): [string, string] => {
    const value = /^'(.*)'$/s.exec(expression)?.[1];
    if (!name.startsWith(RESPONSE_HEADER) || value === undefined) {
      throw new Error(
        `${owner}: ${name} is not a header with a literal value, which a mock integration needs here`,
      );
    }
    return [name.slice(RESPONSE_HEADER.length), value];
  });
  const [[contentType, body] = ['application/json', ''], ...more] = Object.entries(
    response.ResponseTemplates,
  );
  if (more.length > 0) throw new Error(`${owner}: a mock integration can have one response template here`);
  if (/[$#]/.test(body)) throw new Error(`${owner}: the template language is not supported here`);
  const isTyped = headers.some(([name]) => /^content-type$/i.test(name));
  return {
    type: 'mock',
    status: response.StatusCode,
    headers: isTyped ? headers : [['Content-Type', contentType], ...headers],
    body,
    accepts: acceptedBy(RequestTemplates, response.StatusCode, owner),
  };
}

/** A mock's request template must come to the status of a response: `{"statusCode": 200}`. */
function acceptedBy(templates: Readonly<Record<string, string>>, status: number, owner: string): string[] {
  for (const template of Object.values(templates)) {
    if (/^\s*\{\s*"?statusCode"?\s*:\s*\d{3}\s*\}\s*$/.test(template)) continue;
    throw new Error(`${owner}: a mock's request template must be {"statusCode": ${status}} here`);
  }
  return Object.keys(templates).map((type) => type.toLowerCase());
}
