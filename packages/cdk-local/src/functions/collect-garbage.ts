import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds without a further request after which garbage is collected. */
const QUIET_MS = 2_000;

/**
 * Returns a function that asks for a full garbage collection soon, unless `isBusy` then. V8 collects when it allocates:
 * a runtime at rest would keep the garbage of its last rush, hundreds of megabytes, until the next one.
 */
export function createGarbageCollection(isBusy: () => boolean): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (typeof collect === 'function' && !isBusy()) collect();
    }, QUIET_MS).unref();
  };
}
