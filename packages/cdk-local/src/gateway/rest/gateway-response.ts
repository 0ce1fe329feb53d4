import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource } from '../../template/resource.ts';
import type { GatewayFault } from './gateway-fault.ts';
import { DEFAULT_RESPONSES, isResponseType, type ResponseType } from './response-types.ts';
import { evaluate, substitute, type Variables } from './variables.ts';

const HEADER_PREFIX = 'gatewayresponse.header.';
const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';

const Properties = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().int().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

export interface GatewayResponse {
  readonly type: ResponseType;
  readonly status: number | undefined;
  readonly contentType: string;
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
  const { ResponseType, StatusCode, ResponseParameters, ResponseTemplates } = readProperties(
    resource,
    Properties,
  );
  if (!isResponseType(ResponseType))
    throw new Error(`${nameOf(resource)}: unknown response type ${ResponseType}`);
  const headers = Object.entries(ResponseParameters).map(([name, expression]): [string, string] => {
    if (name.startsWith(HEADER_PREFIX)) return [name.slice(HEADER_PREFIX.length), expression];
    throw new Error(`${nameOf(resource)}: a response parameter must begin with ${HEADER_PREFIX}: ${name}`);
  });
  const json = ResponseTemplates['application/json'];
  const [contentType, template] =
    json === undefined
      ? (Object.entries(ResponseTemplates)[0] ?? ['application/json', DEFAULT_TEMPLATE])
      : ['application/json', json];
  return { type: ResponseType, status: StatusCode, contentType, template, headers };
}

/** The answer to a fault: of its own type, else DEFAULT_4XX or DEFAULT_5XX, else API Gateway's own. */
export function renderFault(
  fault: GatewayFault,
  responses: ReadonlyMap<ResponseType, GatewayResponse>,
  variables: Variables,
): RenderedResponse {
  const own = responses.get(fault.type) ?? responses.get(fault.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const error = {
    message: fault.text,
    messageString: JSON.stringify(fault.text),
    validationErrorString: fault.text,
    responseType: fault.type,
  };
  const all = { ...variables, context: { ...variables.context, error, responseType: fault.type } };
  const headers = new Headers({
    'Content-Type': own?.contentType ?? 'application/json',
    'x-amzn-ErrorType': DEFAULT_RESPONSES[fault.type].errorType,
  });
  for (const [name, expression] of own?.headers ?? []) headers.set(name, evaluate(expression, all));
  return {
    status: own?.status ?? fault.status,
    headers: [...headers],
    body: substitute(own?.template ?? DEFAULT_TEMPLATE, all),
  };
}
