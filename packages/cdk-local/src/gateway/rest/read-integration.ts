import * as z from 'zod';
import type { Resources } from '../../template/resource.ts';
import { MAX_INTEGRATION_MS } from '../lambda-proxy/invoke-target.ts';
import { readLambdaTarget } from '../lambda-proxy/lambda-target.ts';
import type { Integration } from './rest-api.ts';

const Lambda = z.object({
  Type: z.literal('AWS_PROXY'),
  Uri: z.string().optional(),
  Credentials: z.string().optional(),
  TimeoutInMillis: z.coerce.number().int().min(1).max(MAX_INTEGRATION_MS).default(MAX_INTEGRATION_MS),
});

/** A mock's request template is its status; the template language is not supported here. */
export const statusTemplate = z
  .string()
  .regex(
    /^\s*\{\s*"?statusCode"?\s*:\s*\d{3}\s*\}\s*$/,
    'a request template must be {"statusCode": 200} here',
  );

const RESPONSE_HEADER = 'method.response.header.';

const Mock = z.object({
  Type: z.literal('MOCK'),
  PassthroughBehavior: z.literal('NEVER', 'a mock must pass nothing through here'),
  RequestTemplates: z.record(z.string().toLowerCase(), statusTemplate),
  IntegrationResponses: z.tuple([
    z.strictObject({
      StatusCode: z.coerce.number().int(),
      ResponseParameters: z
        .record(
          z.templateLiteral([RESPONSE_HEADER, z.string()]),
          z.string().regex(/^'.*'$/s, 'must be a literal here'),
        )
        .default({}),
      ResponseTemplates: z.record(
        z.string(),
        z.string().regex(/^[^$#]*$/, 'the template language is not supported here'),
      ),
    }),
  ]),
});

export const IntegrationProperties = z.discriminatedUnion('Type', [Lambda, Mock], {
  error: 'only the integrations AWS_PROXY and MOCK are supported here',
});

interface Owner {
  readonly resources: Resources;
  /** The method, as in its ARN after the account. */
  readonly source: string;
  readonly owner: string;
}

/** Reads a method's integration: a function, or one fixed response. */
export function readIntegration(
  properties: z.infer<typeof IntegrationProperties>,
  owner: Owner,
): Integration {
  if (properties.Type === 'AWS_PROXY')
    return {
      type: 'lambda',
      target: readLambdaTarget({ ...owner, uri: properties.Uri, credentials: properties.Credentials }),
      timeoutMs: properties.TimeoutInMillis,
    };
  const [{ StatusCode: status, ResponseParameters, ResponseTemplates }] = properties.IntegrationResponses;
  const [[contentType, body] = ['application/json', '']] = Object.entries(ResponseTemplates);
  const own = Object.entries(ResponseParameters).map(([name, literal]) => [
    name.slice(RESPONSE_HEADER.length),
    literal.slice(1, -1),
  ]);
  const headers = [...new Headers({ 'Content-Type': contentType, ...Object.fromEntries(own) })];
  return { type: 'mock', status, headers, body, accepts: Object.keys(properties.RequestTemplates) };
}
