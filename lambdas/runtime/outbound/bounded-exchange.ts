import type { ClientRequest, IncomingMessage } from 'node:http';

/** More informational answers (1xx) than this before the real one are a flood: the field's own uses send one or two. */
const MAX_INFORMATIONAL = 8;

/** No honest answer spends more on headers, chunk sizes and informational answers than this, in bytes. */
const MAX_OVERHEAD_BYTES = 256 * 1024;

/** What bounds an exchange with a peer that is not trusted. */
export interface ExchangeBounds {
  /** Milliseconds from now until the exchange has settled, whatever the peer does. */
  readonly timeoutMs: number;
  /** Ends the exchange before that. */
  readonly signal?: AbortSignal | undefined;
  /** Longest body that is read, in bytes. */
  readonly maxBytes: number;
}

/** The peer gave no whole answer within the time of the exchange. */
export class ExchangeTimeout extends Error {
  override readonly name = 'TimeoutError';

  constructor(timeoutMs: number) {
    super(`There was no whole answer within ${timeoutMs} ms (timeout).`);
  }
}

/**
 * What `read` makes of the answer to a request. It settles within its time by a timer of its own, not by an event that the peer
 * may withhold: Node emits neither `response` nor `error` for a switch of protocols that nobody listens for. Rejects with
 * ExchangeTimeout, the signal's reason or an error of the connection. The connection is destroyed in every case.
 */
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
  // What breaks off within a body is for its reader to judge: the status may be all that counts.
  const fail = (error: Error) => (answer ? answer.destroy(error) : reject(error));
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL)
      fail(new Error(`There were more than ${MAX_INFORMATIONAL} informational answers (1xx).`));
  });
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new Error('The answer switches protocols (101), which was not asked for.'));
  });
  request.on('response', (response) => {
    answer = response;
    // What breaks off after it was read is nobody's concern.
    response.on('error', () => undefined);
    if (isFinalStatus(response.statusCode)) read(response).then(resolve, reject);
    else reject(new Error(`The answer has the status ${response.statusCode}, which is none of an answer.`));
  });
  request.on('socket', (socket) => {
    socket.on('data', () => {
      if (socket.bytesRead > maxBytes + MAX_OVERHEAD_BYTES)
        fail(new Error(`The answer is longer than ${maxBytes} bytes with its headers.`));
    });
  });
  request.on('error', fail);
  request.on('close', () => {
    if (!answer) reject(new Error('The connection was closed before there was an answer.'));
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    request.destroy();
  });
}

const isFinalStatus = (status = 0) => status >= 200 && status <= 599;

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
