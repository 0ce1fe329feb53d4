import { ApiError, ConnectionFailed } from './errors.ts';

/** The backoff before the first retry, doubled before each later one, in milliseconds; a random part up to half is taken off. */
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** The longest `Retry-After` that is waited for, in milliseconds; after a longer one the caller decides. */
const LONGEST_WAIT_MS = 60_000;

/** How a request is tried again. */
interface Retrying {
  /** Attempts after the first. */
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request, and again while a retry may succeed. Rejects with the failure that says the most. */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  { retries, signal }: Retrying,
): Promise<Result> {
  let failure: unknown;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      // The repeat of a request that failed may find the first one running: its own failure says more.
      if (failure === undefined || !isRunning(error)) failure = error;
      const waitMs = waitBefore(error, attempt);
      if (attempt >= retries || waitMs === undefined) throw failure;
      await pause(waitMs, signal);
    }
  }
}

const isRunning = (error: unknown) => error instanceof ApiError && error.has('request_in_progress');

/** Whether the same request may succeed later: no answer, a limit, a failure of the service, or a repeat of a running request. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionFailed || isRunning(error)) return true;
  if (!(error instanceof ApiError)) return false;
  // The gateway's 502 is an internal_error. A repeat finds the telephony vendor's again, unless it says when to come back.
  const isOfVendor = error.status === 502 && error.issues.length > 0 && !error.has('internal_error');
  if (isOfVendor) return error.retryAfterSeconds !== undefined;
  return error.status === 429 || error.status >= 500;
}

/** Milliseconds before the next attempt; undefined for none. */
function waitBefore(error: unknown, attempt: number): number | undefined {
  if (!mayPass(error)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (asked !== undefined) return asked * 1000 > LONGEST_WAIT_MS ? undefined : asked * 1000;
  return Math.min(FIRST_BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS) * (1 - Math.random() / 2);
}

/** Rejects as soon as the signal aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
