import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { ServiceError } from '../../faults/faults.ts';
import { LostAnswer } from '../../faults/lost-answer.ts';
import type { SignedRequest } from './authenticate.ts';
import { AwsError } from './aws-error.ts';
import type { AwsRequest, AwsRequestRecord } from './aws-request.ts';
import type { Caller, CallerOf } from './caller.ts';
import type { ServiceAnswer } from './service.ts';

/** An answer in HTTP. */
export interface HttpAnswer extends Pick<ServiceAnswer, 'status' | 'headers' | 'capacityUnits'> {
  /** @default that of the handler */
  readonly operation?: string | undefined;
  readonly body?: string | Buffer;
}

/** How a service executes a request, and puts an error. */
export interface Handler {
  readonly service: string;
  readonly operation: string;
  /** Resolves without an answer if it has written the response itself. */
  run(request: SignedRequest, caller: Caller, response: ServerResponse): Promise<HttpAnswer | undefined>;
  refuse(error: AwsError): HttpAnswer;
}

/** The handler of a request, unless it is another service's. */
export type FindHandler = (message: IncomingMessage) => Handler | undefined;

export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly handler: Handler;
  readonly callerOf: CallerOf;
  readonly report: (line: string) => void;
  readonly onRequest: ((record: AwsRequestRecord) => void) | undefined;
}

/** Answers a request of a known caller, errors included. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { message, response, handler, callerOf, report, onRequest } = exchange;
  const { service, operation } = handler;
  const startedAt = performance.now();
  let functionName: string | undefined;
  let answer: HttpAnswer | undefined;
  try {
    const request = await readRequest(message);
    const caller = callerOf(request);
    functionName = caller.functionName;
    answer = await handler.run(request, caller, response);
  } catch (fault) {
    if (fault instanceof LostAnswer || response.headersSent) {
      response.destroy();
      return;
    }
    const error = toAwsError(fault);
    if (/^AccessDenied(Exception)?$/.test(error.code)) report(`Denied: ${error.message}`);
    if (error.status >= 500) report(`${service}.${operation} failed: ${error.message}`);
    answer = handler.refuse(error);
  }
  if (answer) send(response, answer);
  onRequest?.({
    service,
    operation: answer?.operation ?? operation,
    functionName,
    durationMs: performance.now() - startedAt,
    capacityUnits: answer?.capacityUnits,
    status: response.statusCode,
  });
}

function send(response: ServerResponse, { status, headers, body = '' }: HttpAnswer): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...headers }).end(body);
}

type Run = (request: AwsRequest, caller: Caller) => Promise<ServiceAnswer & { readonly operation?: string }>;

/** Handles requests of the JSON protocols, whose header or path names the operation. */
export function handleJson({ headers }: IncomingMessage, run: Run): Handler {
  const [service = '', operation = ''] = headers['x-amz-target']?.toString().split('.') ?? [];
  return {
    service: service || 'execute-api',
    operation,
    run: async ({ method, url: { pathname: path, searchParams: query }, body }, caller) =>
      inJson(
        service,
        await run({ service, operation, method, path, query, body, ...tracesOf(headers) }, caller),
      ),
    refuse: (error) => inJson(service, errorAnswer(service, error)),
  };
}

const inJson = (service: string, { body, ...answer }: ServiceAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-type': contentType(service) },
  body: body === undefined ? '' : JSON.stringify(body),
});

/** An error of a service that names its operations by method and path. */
export const jsonError = (error: AwsError): HttpAnswer => inJson('', errorAnswer('', error));

/** The headers by which the attempts and the effects of a request belong together. */
export const tracesOf = (headers: IncomingHttpHeaders) => ({
  traceHeader: headers['x-amzn-trace-id']?.toString(),
  sdkId: headers['amz-sdk-invocation-id']?.toString(),
});

function toAwsError(fault: unknown): AwsError {
  if (fault instanceof AwsError) return fault;
  if (fault instanceof z.ZodError) return new AwsError('ValidationException', z.prettifyError(fault));
  if (fault instanceof SyntaxError) return new AwsError('SerializationException', fault.message);
  return new AwsError('InternalServerError', fault instanceof Error ? fault.message : String(fault), 500);
}

/** Errors of JSON protocols have their name in the body, those of the management API (no target) in a header. */
export function errorAnswer(service: string, error: ServiceError, details?: object): ServiceAnswer {
  const { code, message, status } = error;
  const named = service === '' ? { message } : { __type: `com.amazon.coral.service#${code}`, message };
  return {
    status: service === '' && code === 'AccessDeniedException' ? 403 : status,
    headers: errorHeaders(service, error),
    body: { ...named, ...details },
  };
}

/** SQS also returns the error code of its older protocol in a header, which clients prefer. */
function errorHeaders(service: string, { code, status }: ServiceError): Record<string, string> {
  const queryCodes: Readonly<Record<string, string>> = {
    AccessDeniedException: 'AccessDenied',
    QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
    MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
    ValidationException: 'InvalidParameterValue',
  };
  if (service === '') return { 'x-amzn-errortype': code };
  if (service !== 'AmazonSQS') return {};
  return { 'x-amzn-query-error': `${queryCodes[code] ?? code};${status < 500 ? 'Sender' : 'Receiver'}` };
}

function contentType(service: string): string {
  if (service === '') return 'application/json';
  return service.startsWith('DynamoDB') || service === 'AmazonSQS'
    ? 'application/x-amz-json-1.0'
    : 'application/x-amz-json-1.1';
}

/** A request with its body. Rejects if the client disconnects before its end. */
async function readRequest(message: IncomingMessage): Promise<SignedRequest> {
  const { method = '', headers } = message;
  const url = new URL(message.url ?? '/', 'http://localhost');
  return { method, url, headers, body: await readBody(message) };
}

/** Faster than `buffer` of `node:stream/consumers`, which takes several turns of the event loop for a body. */
function readBody(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
  });
}
