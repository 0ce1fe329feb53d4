import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExchangeTimeout } from './bounded-exchange.ts';

export interface FetchBounds {
  readonly timeoutMs: number;
  /** Maximum body in bytes after decompression. */
  readonly maxBytes: number;
}

/** `fetch` with bounds that end it even if a peer triggers no event. Returns redirects without following them. */
export function boundedFetch({ timeoutMs, maxBytes }: FetchBounds): typeof fetch {
  return async (input, init = {}) => {
    const over = new AbortController();
    const abort = () => over.abort(init.signal?.reason);
    const timer = setTimeout(() => over.abort(new ExchangeTimeout(timeoutMs)), timeoutMs);
    const release = () => {
      clearTimeout(timer);
      init.signal?.removeEventListener('abort', abort);
    };
    init.signal?.addEventListener('abort', abort, { once: true });
    if (init.signal?.aborted) abort();
    try {
      const answer = fetch(input, { ...init, redirect: 'manual', signal: over.signal });
      const response = await orAborted(answer, over.signal);
      const body = response.body && boundedBody(response.body, { maxBytes, over, release });
      if (!body) release();
      return new Response(body, response);
    } catch (error) {
      release();
      throw error;
    }
  };
}

interface BodyBounds {
  readonly maxBytes: number;
  readonly over: AbortController;
  readonly release: () => void;
}

/**
 * Passes bytes on until they exceed `maxBytes` or the exchange ends. It reads them as fast as they arrive, even
 * without demand: Node's HTTP client throws an uncatchable error (`assert(!this.paused)`) if a peer closes the
 * connection while the reader is slow.
 */
function boundedBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, over, release }: BodyBounds,
): ReadableStream<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let wake = () => {};
  const reading = readAll(body.getReader(), { maxBytes, signal: over.signal }, (chunk) => {
    pieces.push(chunk);
    wake();
  }).catch((error) => over.abort(error));
  return new ReadableStream({
    async pull(controller) {
      if (pieces.length === 0)
        await Promise.race([reading, new Promise<void>((resolve) => (wake = resolve))]);
      else await nextTurn();
      const piece = pieces.shift();
      if (piece && !over.signal.aborted) return controller.enqueue(piece);
      release();
      if (over.signal.aborted) throw over.signal.reason;
      controller.close();
    },
    cancel(reason) {
      release();
      over.abort(reason);
    },
  });
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  for (let bytes = 0; ; ) {
    const { done, value } = await orAborted(reader.read(), signal);
    if (done) return;
    bytes += value.length;
    if (bytes > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`);
    take(value);
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
