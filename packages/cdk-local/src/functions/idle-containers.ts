import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WhenQuiet } from './quiet-queue.ts';

/** A container that waits for its next invocation. */
export interface IdleContainer {
  /** When it was started, in milliseconds. */
  readonly startedAt: number;
  /** Invocations that it has handled. */
  readonly uses: number;
  /** Gives back memory that it does not use. */
  readonly rest: () => void;
  readonly stop: () => void;
}

/** How long idle containers are kept. */
export interface IdleLimits {
  /** Milliseconds after which an idle container rests, or is stopped if it is surplus. */
  readonly restAfterMs: number;
  /** Milliseconds after which every idle container is stopped. */
  readonly idleMs: number;
  /** Idle containers of all functions together that are not surplus. */
  readonly keptIdle: number;
  /** How many of them are the most used; the others are those that were started first. */
  readonly keptForUse: number;
}

/** The idle containers of all functions. */
export interface IdleContainers {
  /** Adds a container; the returned function removes it for its next use. */
  add(container: IdleContainer): () => void;
}

/** Stops idle containers, and lets them collect garbage `whenQuiet`; this thread does so too. */
export function createIdleContainers(
  limits: IdleLimits,
  whenQuiet: WhenQuiet,
  collect: () => void = collectGarbage,
): IdleContainers {
  const idle = new Set<IdleContainer>();
  /** Containers that have been idle for `restAfterMs`, and the functions that cancel their timers. */
  const resting = new Map<IdleContainer, () => void>();
  const takeBack = (container: IdleContainer) => {
    resting.get(container)?.();
    resting.delete(container);
    idle.delete(container);
  };
  const end = (container: IdleContainer) => {
    takeBack(container);
    container.stop();
    whenQuiet(collect);
  };
  const rest = (container: IdleContainer) => {
    const timer = setTimeout(end, limits.idleMs - limits.restAfterMs, container).unref();
    resting.set(container, () => clearTimeout(timer));
    for (const surplus of surplusOf(idle, limits)) if (resting.has(surplus)) end(surplus);
    if (!resting.has(container)) return;
    whenQuiet(container.rest);
    whenQuiet(collect);
  };
  return {
    add: (container) => {
      const timer = setTimeout(rest, Math.min(limits.restAfterMs, limits.idleMs), container).unref();
      idle.add(container);
      return () => {
        clearTimeout(timer);
        takeBack(container);
      };
    },
  };
}

/**
 * The surplus containers. The next burst of work needs the functions in the same order as the last one: a missing
 * container at its beginning delays an invocation, a later one can start meanwhile. The most used containers are always
 * needed.
 */
function surplusOf(idle: Iterable<IdleContainer>, { keptIdle, keptForUse }: IdleLimits): IdleContainer[] {
  const byAge = [...idle].sort((one, other) => one.startedAt - other.startedAt);
  const mostUsed = new Set([...byAge].sort((one, other) => other.uses - one.uses).slice(0, keptForUse));
  return byAge.filter((container) => !mostUsed.has(container)).slice(keptIdle - mostUsed.size);
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
