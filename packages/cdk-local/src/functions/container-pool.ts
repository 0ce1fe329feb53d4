import { realTime } from '../clock/install-clock.ts';
import type { limitConcurrency } from './concurrency-limit.ts';
import { type Container, startContainer } from './container.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { InvocationResult } from './functions.ts';
import type { IdleContainers } from './idle-containers.ts';
import { createWarmContainers } from './warm-containers.ts';

/** The containers of one function: warm ones are used again, cold ones started on demand. */
export interface ContainerPool {
  /** `traceHeader` is that of the invocation. @default none */
  invoke(event: unknown, traceHeader?: string): Promise<PoolResult>;
  /** Stops the containers; from then on none is started. */
  close(): Promise<void>;
}

export interface PoolResult {
  readonly result: InvocationResult;
  readonly coldStart: boolean;
}

export interface PoolLimits {
  /** Containers at a time when the function reserves no concurrency. */
  readonly unreservedConcurrency: number;
  /** How long an invocation waits for a free container before it is throttled, unless one is starting. */
  readonly throttleAfterMs: number;
}

/** What a pool shares with others. */
export interface PoolSurroundings {
  readonly log: (text: string) => void;
  /** Starts containers in turn: in a rush, too many at once would take the processor from those that work. */
  readonly startInTurn: ReturnType<typeof limitConcurrency>;
  readonly idleContainers: IdleContainers;
  /** Whether there is hardly any time to spare. */
  readonly isBusy: () => boolean;
}

const CLOSED = { ok: false, error: 'crash', message: 'The functions are stopped' } as const;
const THROTTLED = { ok: false, error: 'throttled', message: 'Rate Exceeded.' } as const;

/** Containers of a function that start at the same time. */
const STARTING_AT_ONCE = 2;

/**
 * So many containers of a function are started as they are wanted, and any number while there is time to spare. When there is none,
 * each further one takes the processor from those that work: it is started when those that there are would not soon be through
 * with who waits, going by how long they took lately, or when somebody has waited for long; both in milliseconds.
 */
const STARTED_FREELY = 4;
const SOON_MS = 500;
const LONG_MS = 1_000;

/** What the latest invocation counts in how long they take. */
const LATEST_SHARE = 0.1;

/** An invocation takes the container that is free first: one that was used before, or one that has just started. */
export function createContainerPool(
  definition: FunctionDefinition,
  limits: PoolLimits,
  { log, startInTurn, idleContainers, isBusy }: PoolSurroundings,
): ContainerPool {
  const maximum = Math.min(
    definition.reservedConcurrency ?? limits.unreservedConcurrency,
    limits.unreservedConcurrency,
  );
  const running = new Set<Container>();
  /** Invocations that a container has had. */
  const uses = new WeakMap<Container, number>();
  /** Who waits, the longest first, and since when. */
  const waiting = new Map<(container: Container | undefined) => void, number>();
  let usualMs = 0;
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
      warm.add(container, uses.get(container) ?? 0);
    }
  };
  const start = async () => {
    starting += 1;
    await startInTurn(async () => {
      // Others may have served all who waited, meanwhile.
      if (closed || waiting.size === 0) return;
      const container = startContainer(definition, log);
      running.add(container);
      await container.started;
      if (!container.isAlive()) running.delete(container);
      // One that could not start tells whoever waits for it why.
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
  // One that starts is counted twice here: near the limit, they start one by one.
  const mayStart = () => {
    const started = running.size + starting;
    if (closed || started >= maximum) return false;
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
      // A timer may fire a millisecond early: the wait would not count as long yet, and nobody would look again.
      realTime.setTimeout(startWhatIsMissing, LONG_MS + 2).unref();
      const giveUp = () => {
        if (starting > 0) realTime.setTimeout(giveUp, limits.throttleAfterMs).unref();
        else if (waiting.delete(resolve)) resolve(undefined);
      };
      realTime.setTimeout(giveUp, limits.throttleAfterMs).unref();
    });

  return {
    invoke: async (event, traceHeader = '') => {
      if (closed) return { result: CLOSED, coldStart: false };
      const container = warm.take() ?? (await nextFree());
      if (!container) return { result: closed ? CLOSED : THROTTLED, coldStart: false };
      const earlier = uses.get(container) ?? 0;
      uses.set(container, earlier + 1);
      const begun = performance.now();
      const result = await container.invoke(event, traceHeader);
      usualMs += (performance.now() - begun - usualMs) * LATEST_SHARE;
      release(container);
      return { result, coldStart: earlier === 0 };
    },
    close: async () => {
      closed = true;
      for (const giveUp of waiting.keys()) giveUp(undefined);
      waiting.clear();
      await Promise.all([...running].map(stop));
    },
  };
}
