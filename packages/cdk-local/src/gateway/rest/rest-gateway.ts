import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Functions } from '../../functions/functions.ts';
import { createTokenBucket, type TokenBucket } from '../../limits/token-bucket.ts';
import type { AccountThrottle } from '../account-throttle.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { type Authorize, type AuthorizerContext, createAuthorize } from './authorizers/authorize.ts';
import { compressAnswer } from './compress-answer.ts';
import { GatewayFault } from './gateway-fault.ts';
import { renderFault } from './gateway-response.ts';
import { integrate, type RestResponse } from './integrate.ts';
import type { RestApi, RestMethod, ThrottleSetting } from './rest-api.ts';
import { describeRequest, type RestRequest, variablesOf } from './rest-request.ts';
import { createRouter } from './routes.ts';

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
  readonly now: () => number;
  readonly report: (line: string) => void;
}): (message: IncomingMessage, response: ServerResponse) => void {
  const { apis, functions, account, now, report } = options;
  const router = createRouter(apis);
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
    answer(request, message, parts)
      .then((answered) => send(response, request, answered))
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
    return renderFault(fault, request.api.gatewayResponses, variablesOf(request, told));
  }
}

function unexpected(error: unknown): GatewayFault {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new GatewayFault('DEFAULT_5XX', { reason });
}

function send(response: ServerResponse, request: RestRequest, answered: RestResponse): void {
  response.statusCode = answered.status;
  for (const [name, value] of answered.headers) response.appendHeader(name, value);
  response.setHeader('x-amzn-RequestId', request.context.requestId);
  response.setHeader('x-amz-apigw-id', request.context.extendedRequestId);
  response.end(answered.body);
}

/** A request's largest body in bytes: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Bytes after which an endless upload is cut off. */
const MAX_DRAINED_BYTES = 10 * MAX_BODY_BYTES;

/**
 * Reads the body. A body that is too large is read to its end and dropped, since clients often lose an earlier answer;
 * then throws REQUEST_TOO_LARGE.
 */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= MAX_BODY_BYTES) chunks.push(bytes);
    else chunks.length = 0;
    if (size > MAX_DRAINED_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) throw new GatewayFault('REQUEST_TOO_LARGE');
  return Buffer.concat(chunks);
}

/** Counts a request against the limits of its stage and of the account. Throws THROTTLED above them. */
type Throttle = (request: RestRequest, method: RestMethod) => void;

/**
 * A token bucket for each method that a stage limits, and then the account's, in the order of
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html. `now` is in milliseconds.
 */
function createThrottle(account: AccountThrottle, now: () => number): Throttle {
  const buckets = new WeakMap<RestMethod, TokenBucket>();
  return (request, method) => {
    const setting = settingOf(request, method);
    if (setting) {
      const bucket = buckets.get(method) ?? createTokenBucket(setting, now());
      buckets.set(method, bucket);
      if (!bucket.takeOne(now())) throw new GatewayFault('THROTTLED');
    }
    if (!account.admitRequest()) throw new GatewayFault('THROTTLED');
  };
}

function settingOf(
  { api }: RestRequest,
  { resourcePath, httpMethod }: RestMethod,
): ThrottleSetting | undefined {
  const places: readonly (readonly [string, string])[] = [
    [resourcePath, httpMethod],
    [resourcePath, '*'],
    ['*', httpMethod],
    ['*', '*'],
  ];
  return places
    .map(([path, method]) =>
      api.stage.throttles.find((each) => each.path === path && each.httpMethod === method),
    )
    .find((setting) => setting !== undefined);
}
