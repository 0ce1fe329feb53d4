import type { ClientRequest, IncomingMessage } from 'node:http';

/** Maximum number of informational answers (1xx) before the final one; real servers send one or two. */
const MAX_INFORMATIONAL = 8;

/** Maximum bytes of headers, chunk sizes and informational answers; no legitimate answer needs more. */
const MAX_OVERHEAD_BYTES = 256 * 1024;

export interface ExchangeBounds {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes: number;
}

/** The peer did not complete its answer in time. */
export class ExchangeTimeout extends Error {
  override readonly name = 'TimeoutError';

  constructor(timeoutMs: number) {
    super(`The answer was not complete within ${timeoutMs} ms (timeout).`);
  }
}

/** Ends by its own timer: Node emits neither `response` nor `error` for an unexpected switch of protocols. */
export function runExchange<T>(
  request: ClientRequest,
  { timeoutMs, signal, maxBytes }: ExchangeBounds,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new ExchangeTimeout(timeoutMs)), timeoutMs);
  const abort = () => reject(asError(signal?.reason));
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  let answer: IncomingMessage | undefined;
  // The reader decides about an incomplete body: the status may suffice.
  const fail = (error: Error) => (answer ? answer.destroy(error) : reject(error));
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL)
      fail(new Error(`There were more than ${MAX_INFORMATIONAL} informational answers (1xx).`));
  });
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new Error('The answer switches protocols (101), which was not requested.'));
  });
  request.on('response', (response) => {
    answer = response;
    // Errors after the whole body was read don't matter.
    response.on('error', () => undefined);
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status <= 599) read(response).then(resolve, reject);
    else reject(new Error(`The answer has the invalid status ${status}.`));
  });
  request.on('socket', (socket) => {
    socket.on('data', () => {
      if (socket.bytesRead > maxBytes + MAX_OVERHEAD_BYTES)
        fail(new Error(`The answer is longer than ${maxBytes} bytes with its headers.`));
    });
  });
  request.on('error', fail);
  request.on('close', () => {
    if (!answer) reject(new Error('The connection was closed before an answer.'));
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    request.destroy();
  });
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
