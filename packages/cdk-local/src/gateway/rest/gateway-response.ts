import * as z from 'zod';
import { readProperties } from '../../template/properties.ts';
import type { Resource } from '../../template/resource.ts';
import type { GatewayFault } from './gateway-fault.ts';
import { DEFAULT_RESPONSES, type ResponseType } from './response-types.ts';
import { type Context, evaluate, substitute } from './variables.ts';

const HEADER_PREFIX = 'gatewayresponse.header.';

const Properties = z.object({
  ResponseType: z.custom<ResponseType>(
    (name) => Object.hasOwn(DEFAULT_RESPONSES, String(name)),
    'unknown response type',
  ),
  StatusCode: z.coerce.number().int().optional(),
  ResponseParameters: z.record(z.templateLiteral([HEADER_PREFIX, z.string()]), z.string()).default({}),
  ResponseTemplates: z
    .strictObject({ 'application/json': z.string() })
    .default({ 'application/json': '{"message":$context.error.messageString}' }),
});

export interface GatewayResponse {
  readonly type: ResponseType;
  readonly status: number | undefined;
  readonly template: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface RenderedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Reads an AWS::ApiGateway::GatewayResponse. */
export function readGatewayResponse(resource: Resource): GatewayResponse {
  const properties = readProperties(resource, Properties);
  return {
    type: properties.ResponseType,
    status: properties.StatusCode,
    template: properties.ResponseTemplates['application/json'],
    headers: Object.entries(properties.ResponseParameters).map(([name, expression]): [string, string] => [
      name.slice(HEADER_PREFIX.length),
      expression,
    ]),
  };
}

/** The answer to a fault: of its own type, else DEFAULT_4XX or DEFAULT_5XX, else API Gateway's own. */
export function renderFault(
  fault: GatewayFault,
  responses: ReadonlyMap<ResponseType, GatewayResponse>,
  context: Context,
): RenderedResponse {
  const own = responses.get(fault.type) ?? responses.get(fault.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const { message, errorType } = DEFAULT_RESPONSES[fault.type];
  const all = { ...context, error: { messageString: JSON.stringify(message) } };
  const headers = new Headers({
    'Content-Type': 'application/json',
    'x-amzn-ErrorType': errorType,
  });
  for (const [name, expression] of own?.headers ?? []) headers.set(name, evaluate(expression, all));
  return {
    status: own?.status ?? fault.status,
    headers: [...headers],
    body: own ? substitute(own.template, all) : JSON.stringify({ message }),
  };
}
