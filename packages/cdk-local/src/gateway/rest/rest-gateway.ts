import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Functions } from '../../functions/functions.ts';
import { requestTarget } from '../lambda-proxy/request-target.ts';
import { createThrottle, type Throttle } from '../throttle.ts';
import { type Authorize, type AuthorizerContext, createAuthorize } from './authorize.ts';
import { GatewayFault } from './gateway-fault.ts';
import { renderFault } from './gateway-response.ts';
import { integrate, type RestResponse } from './integrate.ts';
import type { RestApi } from './rest-api.ts';
import { describeRequest, type RestRequest } from './rest-request.ts';
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
  readonly now: () => number;
  readonly report: (line: string) => void;
}): (message: IncomingMessage, response: ServerResponse) => void {
  const { apis, functions, now, report } = options;
  const router = createRouter(apis);
  const authorize = createAuthorize(functions, now);
  const parts = { functions, report, authorize, throttle: createThrottle(now) };
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
    // AWS doesn't document whether the throttle counts requests that the authorizer refuses; here it does.
    const { api } = request;
    const throttled = `${api.id} ${method.httpMethod} ${method.resourcePath}`;
    if (!parts.throttle(api.stage.limit, throttled)) throw new GatewayFault('THROTTLED');
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
    const context = { ...request.context, authorizer: fault.authorizer ?? authorizer ?? {} };
    return renderFault(fault, request.api.gatewayResponses, context);
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

/** Reads the body. One that is too large is read to its end, since clients often lose an earlier answer. */
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

/** Compresses an integration's answer if the API asks for it and the client accepts gzip. */
function compressAnswer(answer: RestResponse, { api, headersByName }: RestRequest): RestResponse {
  const { minimumCompressionSize: least } = api;
  const isEncoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (least === undefined || isEncoded || Buffer.byteLength(answer.body) < least) return answer;
  if (!/\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/i.test(headersByName['accept-encoding'] ?? '')) return answer;
  return {
    ...answer,
    headers: [...answer.headers, ['Content-Encoding', 'gzip']],
    body: gzipSync(answer.body),
  };
}
