import { availableParallelism } from 'node:os';
import { realTime } from '../clock/install-clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { limitConcurrency } from './concurrency-limit.ts';
import { type Container, type InvokedBy, startContainer } from './container.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { InvocationResult } from './functions.ts';
import type { IdleContainers } from './idle-containers.ts';

/** The containers of one function: warm ones are used again, cold ones started on demand. */
export interface ContainerPool {
  /** @default the function's own ARN, and no trace header */
  invoke(event: unknown, by?: Partial<InvokedBy>): Promise<PoolResult>;
  /** Stops the containers; no further ones start. */
  close(): Promise<void>;
}

export interface PoolResult {
  readonly result: InvocationResult;
  readonly coldStart: boolean;
}

export interface PoolLimits {
  /** Maximum containers of a function; further invocations wait. */
  readonly containers: number;
  /** Milliseconds that an invocation waits for a container before it is throttled, unless one is starting. */
  readonly throttleAfterMs: number;
}

/** The resources that a pool shares with others. */
export interface PoolSurroundings {
  readonly log: (text: string) => void;
  /** Starts containers in sequence, because many at once would slow down busy ones. */
  readonly startInTurn: ReturnType<typeof limitConcurrency>;
  readonly idleContainers: IdleContainers;
  /** Whether this thread, or the machine's processors, have hardly any idle time. */
  readonly isBusy: () => boolean;
  /** Lets requests of an invocation end its container, until the returned function is called. */
  readonly inContainer: Faults['inContainer'];
}

const CLOSED = { ok: false, error: 'crash', message: 'The functions are stopped' } as const;
/** Lambda's refusal, TooManyRequestsException with status 429. */
export const THROTTLED = { ok: false, error: 'throttled', message: 'Rate Exceeded.' } as const;

/** Containers of a function that start at the same time. */
const STARTING_AT_ONCE = 2;

/**
 * Containers of a function that always start on demand; further ones start freely while the thread has idle time.
 * Without idle time, each further container takes the processor from the others. It starts only if the existing ones,
 * judged by their latest durations, would not serve the waiting invocations soon, or if an invocation has waited for
 * long; both times in milliseconds.
 */
const STARTED_FREELY = 4;
const SOON_MS = 500;
const LONG_MS = 1_000;

const LATEST_SHARE = 0.1;

/** From this share of running time on, an invocation computes rather than waits: on busy processors, further containers gain nothing. */
const COMPUTES = 0.1;

/** An invocation takes the first free container, warm or just started. */
export function createContainerPool(
  definition: FunctionDefinition,
  limits: PoolLimits,
  { log, startInTurn, idleContainers, isBusy, inContainer }: PoolSurroundings,
): ContainerPool {
  const maximum = Math.min(definition.reservedConcurrency ?? limits.containers, limits.containers);
  const running = new Set<Container>();
  const used = new WeakSet<Container>();
  const waiting = new Map<(container: Container | undefined) => void, number>();
  let usualMs = 0;
  let usualLoad: number | undefined;
  let starting = 0;
  let closed = false;

  const stop = async (container: Container) => {
    warm.remove(container);
    running.delete(container);
    await container.stop();
  };
  const warm = createWarmContainers(idleContainers, (container) => void stop(container));
  const handOver = (container: Container) => {
    const [next] = waiting.keys();
    if (next) {
      waiting.delete(next);
      next(container);
    } else if (container.isAlive()) {
      warm.add(container);
    }
  };
  const start = async () => {
    starting += 1;
    await startInTurn(async () => {
      // Other containers may have served all waiting invocations in the meantime.
      if (closed || waiting.size === 0) return;
      const container = startContainer(definition, log);
      running.add(container);
      await container.started;
      if (!container.isAlive()) running.delete(container);
      // A container that failed to start reports the reason to a waiting invocation.
      if (!closed) handOver(container);
    });
    starting -= 1;
    startWhatIsMissing();
  };
  const soonestMs = () => (waiting.size * usualMs) / running.size;
  const longestWaitMs = () => {
    const [since = Number.POSITIVE_INFINITY] = waiting.values();
    return performance.now() - since;
  };
  // A starting container counts twice here: near the limit, containers start one by one.
  const mayStart = () => {
    const started = running.size + starting;
    if (closed || started >= maximum) return false;
    if (started >= availableParallelism() && (usualLoad ?? 0) > COMPUTES && isBusy()) return false;
    if (started < STARTED_FREELY) return starting < Math.min(STARTING_AT_ONCE, waiting.size);
    if (starting > 0 || waiting.size === 0) return false;
    return !isBusy() || soonestMs() > SOON_MS || longestWaitMs() >= LONG_MS;
  };
  const startWhatIsMissing = () => {
    while (mayStart()) void start();
  };
  const release = (container: Container) => {
    if (closed) return;
    if (container.isAlive()) handOver(container);
    else running.delete(container);
    startWhatIsMissing();
  };
  const nextFree = () =>
    new Promise<Container | undefined>((resolve) => {
      waiting.set(resolve, performance.now());
      startWhatIsMissing();
      // A timer may fire a millisecond early: the wait would then be too short, and nothing would check again.
      realTime.setTimeout(startWhatIsMissing, LONG_MS + 2).unref();
      const giveUp = () => {
        if (starting > 0) realTime.setTimeout(giveUp, limits.throttleAfterMs).unref();
        else if (waiting.delete(resolve)) resolve(undefined);
      };
      realTime.setTimeout(giveUp, limits.throttleAfterMs).unref();
    });

  return {
    invoke: async (event, { invokedArn = definition.arn, traceHeader = '' } = {}) => {
      if (closed) return { result: CLOSED, coldStart: false };
      const container = warm.take() ?? (await nextFree());
      if (!container) return { result: closed ? CLOSED : THROTTLED, coldStart: false };
      const coldStart = !used.has(container);
      used.add(container);
      const begun = performance.now();
      const loadBefore = container.load();
      const leave = inContainer(traceHeader, container.stop);
      const result = await container.invoke(event, { invokedArn, traceHeader });
      leave();
      usualMs += (performance.now() - begun - usualMs) * LATEST_SHARE;
      const { utilization } = container.load(loadBefore);
      usualLoad = (usualLoad ?? utilization) * (1 - LATEST_SHARE) + utilization * LATEST_SHARE;
      release(container);
      return { result, coldStart };
    },
    close: async () => {
      closed = true;
      for (const giveUp of waiting.keys()) giveUp(undefined);
      waiting.clear();
      await Promise.all([...running].map(stop));
    },
  };
}

interface WarmContainers {
  /** Takes the container that was used last; undefined if there is none. */
  take(): Container | undefined;
  add(container: Container): void;
  remove(container: Container): void;
}

/** Calls `end` with a container that was idle for its maximum time, or that ended by itself. */
function createWarmContainers(
  idleContainers: IdleContainers,
  end: (container: Container) => void,
): WarmContainers {
  /** The idle containers, the last used last, each with a function that removes it from those of all functions. */
  const idle = new Map<Container, () => void>();
  const remove = (container: Container) => {
    idle.get(container)?.();
    return idle.delete(container);
  };
  return {
    take: () => {
      for (const container of [...idle.keys()].reverse()) {
        remove(container);
        if (container.isAlive()) return container;
        end(container);
      }
      return undefined;
    },
    add: (container) => {
      const { startedAt, rest } = container;
      // Skips a container that is in use again.
      const stop = () => {
        if (remove(container)) end(container);
      };
      idle.set(container, idleContainers.add({ startedAt, rest, stop }));
    },
    remove,
  };
}
