import { type Container, startContainer } from './container.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { InvocationResult } from './functions.ts';
import type { takeTurns } from './take-turns.ts';

/** The containers of one function: warm ones are used again, cold ones started on demand. */
export interface ContainerPool {
  invoke(event: unknown): Promise<PoolResult>;
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
  /** Unused containers are stopped after this time. */
  readonly idleMs: number;
}

/** What a pool shares with others. */
export interface PoolSurroundings {
  readonly log: (text: string) => void;
  /** Starts containers in turn: in a rush, too many at once would take the processor from those that work. */
  readonly inTurn: ReturnType<typeof takeTurns>;
}

const CLOSED = { ok: false, error: 'crash', message: 'The functions are stopped' } as const;
const THROTTLED = { ok: false, error: 'throttled', message: 'Rate Exceeded.' } as const;

/** Containers of a function that start at the same time. */
const STARTING_AT_ONCE = 2;

/** An invocation takes the container that is free first: one that was used before, or one that has just started. */
export function createContainerPool(
  definition: FunctionDefinition,
  limits: PoolLimits,
  { log, inTurn }: PoolSurroundings,
): ContainerPool {
  const maximum = definition.reservedConcurrency ?? limits.unreservedConcurrency;
  const running = new Set<Container>();
  const unused = new WeakSet<Container>();
  const idle = new Map<Container, NodeJS.Timeout>();
  const waiting = new Set<(container: Container | undefined) => void>();
  let starting = 0;
  let closed = false;

  const stop = async (container: Container) => {
    clearTimeout(idle.get(container));
    idle.delete(container);
    running.delete(container);
    await container.stop();
  };
  const takeIdle = () => {
    const container = [...idle.keys()].at(-1);
    if (!container) return undefined;
    clearTimeout(idle.get(container));
    idle.delete(container);
    return container;
  };
  const handOver = (container: Container) => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next(container);
    } else if (container.isAlive()) {
      idle.set(container, setTimeout(() => void stop(container), limits.idleMs).unref());
    }
  };
  const start = async () => {
    starting += 1;
    await inTurn(async () => {
      // Others may have served all who waited, meanwhile.
      if (closed || waiting.size === 0) return;
      const container = startContainer(definition, log);
      running.add(container);
      unused.add(container);
      await container.started;
      if (!container.isAlive()) running.delete(container);
      // One that could not start tells whoever waits for it why.
      if (!closed) handOver(container);
    });
    starting -= 1;
    startWhatIsMissing();
  };
  // One that starts is counted twice here: near the limit, they start one by one.
  const mayStart = () =>
    !closed && starting < Math.min(STARTING_AT_ONCE, waiting.size) && running.size + starting < maximum;
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
      waiting.add(resolve);
      startWhatIsMissing();
      const giveUp = () => {
        if (starting > 0) setTimeout(giveUp, limits.throttleAfterMs).unref();
        else if (waiting.delete(resolve)) resolve(undefined);
      };
      setTimeout(giveUp, limits.throttleAfterMs).unref();
    });

  return {
    invoke: async (event) => {
      if (closed) return { result: CLOSED, coldStart: false };
      const container = takeIdle() ?? (await nextFree());
      if (!container) return { result: closed ? CLOSED : THROTTLED, coldStart: false };
      const coldStart = unused.delete(container);
      const result = await container.invoke(event);
      release(container);
      return { result, coldStart };
    },
    close: async () => {
      closed = true;
      for (const giveUp of waiting) giveUp(undefined);
      waiting.clear();
      await Promise.all([...running].map(stop));
    },
  };
}
