import { ApiFault } from './fault.ts';

/** Tries of a request before its fault is shown, and the longest wait between two, in milliseconds. */
const TRIES = 6;
const LONGEST_MS = 60_000;

/** Repeats a request while it may succeed later: after the wait that the API asks for, or one second and twice that. */
export async function patiently<Result>(
  ask: () => Promise<Result>,
  { mayPass, signal }: { readonly mayPass: (error: ApiFault) => boolean; readonly signal: AbortSignal },
): Promise<Result> {
  for (let failed = 1; ; failed++) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      const waitMs = error instanceof ApiFault ? (error.retryAfter ?? 2 ** (failed - 1)) * 1000 : 0;
      if (!(error instanceof ApiFault) || !mayPass(error) || failed >= TRIES || waitMs > LONGEST_MS)
        throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
        signal.addEventListener('abort', resolve, { once: true });
      });
    }
  }
}
