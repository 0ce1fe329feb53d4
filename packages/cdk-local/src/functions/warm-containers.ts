import type { Container } from './container.ts';
import type { IdleContainers } from './idle-containers.ts';

/** The idle containers of one function. */
export interface WarmContainers {
  /** Takes the container that was used last; undefined if there is none. */
  take(): Container | undefined;
  /** Adds a container that has handled `uses` invocations. */
  add(container: Container, uses: number): void;
  remove(container: Container): void;
}

/** Calls `end` with a container that was idle for its maximum time, or that ended by itself. */
export function createWarmContainers(
  idleContainers: IdleContainers,
  end: (container: Container) => void,
): WarmContainers {
  /** How to take a container back from the idle ones of all functions; the one that was used last comes last. */
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
    add: (container, uses) => {
      const { startedAt, rest } = container;
      // A container that was taken meanwhile is in use.
      const stop = () => {
        if (remove(container)) end(container);
      };
      idle.set(container, idleContainers.add({ startedAt, uses, rest, stop }));
    },
    remove,
  };
}
