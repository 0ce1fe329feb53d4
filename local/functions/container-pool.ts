import { type Container, startContainer } from './container.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { InvocationResult } from './functions.ts';

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
  /** How long an invocation waits for a free container before it is throttled. */
  readonly throttleAfterMs: number;
  /** Unused containers are stopped after this time. */
  readonly idleMs: number;
}

const CLOSED = { ok: false, error: 'crash', message: 'The functions are stopped' } as const;

export function createContainerPool(
  definition: FunctionDefinition,
  limits: PoolLimits,
  log: (text: string) => void,
): ContainerPool {
  const maximum = definition.reservedConcurrency ?? limits.unreservedConcurrency;
  const running = new Set<Container>();
  const idle = new Map<Container, NodeJS.Timeout>();
  const waiting = new Set<(container: Container | undefined) => void>();
  let closed = false;

  const start = () => {
    const container = startContainer(definition, log);
    running.add(container);
    return container;
  };
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
  const release = (container: Container) => {
    if (!container.isAlive()) running.delete(container);
    if (closed) return;
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next(container.isAlive() ? container : start());
    } else if (container.isAlive()) {
      idle.set(container, setTimeout(() => void stop(container), limits.idleMs).unref());
    }
  };
  const waitForContainer = () =>
    new Promise<Container | undefined>((resolve) => {
      waiting.add(resolve);
      const giveUp = () => waiting.delete(resolve) && resolve(undefined);
      setTimeout(giveUp, limits.throttleAfterMs).unref();
    });

  return {
    invoke: async (event) => {
      if (closed) return { result: CLOSED, coldStart: false };
      const warm = takeIdle();
      const cold = warm || running.size >= maximum ? undefined : start();
      const container = warm ?? cold ?? (await waitForContainer());
      if (!container) {
        return { result: { ok: false, error: 'throttled', message: 'Rate Exceeded.' }, coldStart: false };
      }
      const result = await container.invoke(event);
      release(container);
      return { result, coldStart: cold !== undefined };
    },
    close: async () => {
      closed = true;
      for (const giveUp of waiting) giveUp(undefined);
      waiting.clear();
      await Promise.all([...running].map(stop));
    },
  };
}
