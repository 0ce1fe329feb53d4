import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Functions } from '../../functions/functions.ts';
import type { AccountThrottle } from '../account-throttle.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { createAccessLogs } from './access-log.ts';
import { type Authorize, type AuthorizerContext, createAuthorize } from './authorizers/authorize.ts';
import { valueOfSource } from './authorizers/identity.ts';
import { compressAnswer } from './compress-answer.ts';
import { GatewayFault } from './gateway-fault.ts';
import { renderFault } from './gateway-response.ts';
import { integrate, type RestResponse } from './integrate.ts';
import { readBody } from './read-body.ts';
import type { RestApi, RestMethod } from './rest-api.ts';
import { describeRequest, type RestRequest, variablesOf } from './rest-request.ts';
import { createRouter } from './routes.ts';
import { createThrottle, type Throttle } from './throttle.ts';

interface Parts {
  readonly functions: Functions;
  readonly authorize: Authorize;
  readonly throttle: Throttle;
  readonly report: (line: string) => void;
}

/** Answers HTTP requests from the methods of the APIs. `now` is in milliseconds; `report` tells the operator. */
export function createRestGateway(options: {
  readonly apis: readonly RestApi[];
  readonly functions: Functions;
  readonly account: AccountThrottle;
  /** Where access logs are written. @default nowhere */
  readonly logDirectory?: string | undefined;
  readonly now: () => number;
  readonly report: (line: string) => void;
}): (message: IncomingMessage, response: ServerResponse) => void {
  const { apis, functions, account, now, report } = options;
  const router = createRouter(apis);
  const logAccess = createAccessLogs(options.logDirectory);
  const authorize = createAuthorize(functions, now);
  const parts = { functions, report, authorize, throttle: createThrottle(account, now) };
  const mainApi = apis.find(({ methods }) => methods.some(({ authorizer }) => authorizer)) ?? apis[0];
  return (message, response) => {
    const match = router(requestTarget(message.url).path);
    const api = match?.api ?? mainApi;
    if (!api) {
      response.writeHead(404).end();
      return;
    }
    const method = match?.method(message.method ?? 'GET');
    const pathParameters = match?.pathParameters ?? null;
    const request = describeRequest({ message, api, method, pathParameters, now: now() });
    const begun = performance.now();
    answer(request, message, parts)
      .then((answered) => {
        logAccess(request, answered, Math.round(performance.now() - begun));
        send(response, request, answered);
      })
      .catch((error: unknown) => {
        // A client that disconnects during its own request is not a fault.
        if (!message.destroyed || message.complete)
          report(`${request.httpMethod} ${request.path}: ${String(error)}`);
        response.destroy();
      });
  };
}

async function answer(request: RestRequest, message: IncomingMessage, parts: Parts): Promise<RestResponse> {
  let authorizer: AuthorizerContext | undefined;
  try {
    const body = await readBody(message);
    const { method } = request;
    if (!method) throw new GatewayFault('MISSING_AUTHENTICATION_TOKEN');
    // It is not documented whether the throttle counts what the authorizer refuses; here it does.
    parts.throttle(request, method);
    if (method.authorizer) authorizer = await parts.authorize(request, method.authorizer);
    requireParameters(request, method);
    const answered = await integrate({
      functions: parts.functions,
      integration: method.integration,
      request,
      body,
      authorizer,
    });
    return compressAnswer(answered, request);
  } catch (error) {
    if (message.destroyed && !message.complete) throw error;
    const fault = error instanceof GatewayFault ? error : unexpected(error);
    if (fault.reason) parts.report(`${request.httpMethod} ${request.path}: ${fault.reason}`);
    const told = fault.authorizer ?? authorizer ?? {};
    const rendered = renderFault(fault, request.api.gatewayResponses, variablesOf(request, told));
    return fault.ofIntegration ? { ...rendered, integrationError: fault.reason ?? '' } : rendered;
  }
}

function unexpected(error: unknown): GatewayFault {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new GatewayFault('DEFAULT_5XX', { reason });
}

function requireParameters(request: RestRequest, method: RestMethod): void {
  const missing = method.requiredParameters.filter((source) => valueOfSource(request, source) === undefined);
  if (missing.length === 0) return;
  const names = missing.map((source) => source.split('.').slice(3).join('.'));
  throw new GatewayFault('BAD_REQUEST_PARAMETERS', {
    text: `Missing required request parameters: [${names.join(', ')}]`,
  });
}

function send(response: ServerResponse, request: RestRequest, answered: RestResponse): void {
  response.statusCode = answered.status;
  for (const [name, value] of answered.headers) response.appendHeader(name, value);
  response.setHeader('x-amzn-RequestId', request.context.requestId);
  response.setHeader('x-amz-apigw-id', request.context.extendedRequestId);
  response.end(answered.body);
}
