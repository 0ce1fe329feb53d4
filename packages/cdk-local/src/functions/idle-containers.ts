import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A container that waits for its next invocation. */
export interface IdleContainer {
  /** When it was started, in milliseconds. */
  readonly startedAt: number;
  /** Gives back memory that it does not use. */
  readonly rest: () => void;
  readonly stop: () => void;
}

/** How long idle containers are kept, in milliseconds since the last invocation of any function ended. */
export interface IdleLimits {
  /** Then those beyond `keptIdle` are stopped, and the others rest. */
  readonly restAfterMs: number;
  readonly idleMs: number;
  readonly keptIdle: number;
}

export interface IdleContainers {
  /** Adds a container; the returned function removes it for its next use. */
  add(container: IdleContainer): () => void;
}

const MOST_IDLE = 40;

/**
 * Stops idle containers, and lets the others collect garbage; this thread does so too. Kept are those that were started
 * first: the next burst of work needs the functions in the same order as the last one, and a missing container at its
 * beginning delays an invocation, while a later one can start meanwhile.
 */
export function createIdleContainers(
  { restAfterMs, idleMs, keptIdle }: IdleLimits,
  collect: () => void = collectGarbage,
): IdleContainers {
  const idle = new Set<IdleContainer>();
  const end = (containers: readonly IdleContainer[]) => {
    for (const container of containers) {
      idle.delete(container);
      container.stop();
    }
  };
  const keep = (most: number) => {
    const byAge = [...idle].sort((one, other) => one.startedAt - other.startedAt);
    end(byAge.slice(most));
    for (const container of idle) container.rest();
    collect();
  };
  const resting = setTimeout(keep, restAfterMs, keptIdle).unref();
  const ending = setTimeout(keep, idleMs, 0).unref();
  return {
    add: (container) => {
      idle.add(container);
      end([...idle].slice(0, Math.max(0, idle.size - MOST_IDLE)));
      resting.refresh();
      ending.refresh();
      return () => idle.delete(container);
    },
  };
}

/**
 * Shrinks this thread's heap to what is in use: V8 collects when it allocates, so a runtime at rest would keep the garbage of
 * its last burst of work. Compiled code stays, or the next request would have to compile it again.
 */
function collectGarbage(): void {
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--expose-gc');
  runInNewContext("gc({ type: 'major', flavor: 'last-resort', execution: 'sync' })");
}
