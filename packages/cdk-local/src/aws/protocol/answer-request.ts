import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { ServiceError } from '../../faults/faults.ts';
import { LostAnswer } from '../../faults/lost-answer.ts';
import type { SignedRequest } from './authenticate.ts';
import { AwsError } from './aws-error.ts';
import type { AwsRequest, AwsRequestRecord } from './aws-request.ts';
import type { Caller, CallerOf } from './caller.ts';
import type { ServiceAnswer } from './service.ts';

/** Handles an HTTP request by the AWS JSON protocols, errors included. */
export async function answerRequest(exchange: {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly callerOf: CallerOf;
  readonly run: (
    request: AwsRequest,
    caller: Caller,
  ) => Promise<ServiceAnswer & { readonly operation?: string }>;
  readonly report: (line: string) => void;
  readonly onRequest: ((record: AwsRequestRecord) => void) | undefined;
}): Promise<void> {
  const { message, response, callerOf, run, report, onRequest } = exchange;
  const startedAt = performance.now();
  const target = message.headers['x-amz-target'];
  const [service = '', operation = ''] = typeof target === 'string' ? target.split('.') : [];
  let functionName: string | undefined;
  let answer: ServiceAnswer & { readonly operation?: string };
  try {
    const traceHeader = message.headers['x-amzn-trace-id']?.toString();
    const sdkId = message.headers['amz-sdk-invocation-id']?.toString();
    const signed = await readRequest(message);
    const { method, url, body } = signed;
    const { pathname: path, searchParams: query } = url;
    const request = { service, operation, method, path, query, body, traceHeader, sdkId };
    const caller = callerOf(signed);
    functionName = caller.kind === 'function' ? caller.functionName : undefined;
    answer = await run(request, caller);
  } catch (fault) {
    if (fault instanceof LostAnswer) {
      response.destroy();
      return;
    }
    const error = toAwsError(fault);
    if (error.code === 'AccessDeniedException') report(`Denied: ${error.message}`);
    if (error.status >= 500) report(`${service}.${operation} failed: ${error.message}`);
    answer = errorAnswer(service, error);
  }
  send(response, answer, { ...answer.headers, 'content-type': contentType(service) });
  onRequest?.({
    service: service || 'execute-api',
    operation: answer.operation ?? operation,
    functionName,
    durationMs: performance.now() - startedAt,
    capacityUnits: answer.capacityUnits,
    status: answer.status,
  });
}

function send(
  response: ServerResponse,
  { status, body }: ServiceAnswer,
  headers: Record<string, string>,
): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length }).end(text);
}

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
export async function readRequest(message: IncomingMessage): Promise<SignedRequest> {
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
