import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { realTime } from '../clock/install-clock.ts';

/** A container that waits for its next invocation. */
export interface IdleContainer {
  /** When it was started, in milliseconds. */
  readonly startedAt: number;
  /** Frees unused memory. */
  readonly rest: () => void;
  readonly stop: () => void;
}

export interface IdleLimits {
  /** Idle milliseconds until a container beyond `minIdle` is stopped, and until the others collect garbage. */
  readonly restAfterMs: number;
  /** Milliseconds since the last invocation of any function ended, after which all are stopped. */
  readonly idleMs: number;
  readonly minIdle: number;
  readonly maxIdle: number;
}

export interface IdleContainers {
  /** Adds a container; the returned function removes it for its next use. */
  add(container: IdleContainer): () => void;
}

/** Stops idle containers, the newest first: the next burst needs them in the same order. Collects garbage. */
export function createIdleContainers(
  { restAfterMs, idleMs, minIdle, maxIdle }: IdleLimits,
  collect: () => void = collectGarbage,
  // No clock speeds up a container's start.
  later: typeof setTimeout = realTime.setTimeout,
): IdleContainers {
  /** Each with the time when it became idle. */
  const idle = new Map<IdleContainer, number>();
  const end = (containers: readonly IdleContainer[]) => {
    for (const container of containers) {
      idle.delete(container);
      container.stop();
    }
  };
  let isRestDue = false;
  const restLater = () => {
    if (!isRestDue) later(restThoseUnused, restAfterMs).unref();
    isRestDue = true;
  };
  const restThoseUnused = () => {
    isRestDue = false;
    const latest = performance.now() - restAfterMs;
    const isUnused = (container: IdleContainer) => (idle.get(container) ?? latest) <= latest;
    const byAge = [...idle.keys()].sort((one, other) => one.startedAt - other.startedAt);
    end(byAge.slice(minIdle).filter(isUnused));
    // Collecting garbage takes time, which a conversation would notice.
    if (![...idle.keys()].every(isUnused)) return restLater();
    for (const container of idle.keys()) container.rest();
    collect();
  };
  const ending = later(() => end([...idle.keys()]), idleMs).unref();
  return {
    add: (container) => {
      idle.set(container, performance.now());
      end([...idle.keys()].slice(0, Math.max(0, idle.size - maxIdle)));
      restLater();
      ending.refresh();
      return () => idle.delete(container);
    },
  };
}

/** Shrinks this thread's heap to what is in use: V8 collects only when it allocates. Compiled code stays. */
function collectGarbage(): void {
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })");
}
