/** What is known of a container that waits for its next invocation. */
interface IdleContainer {
  /** Invocations that it has had. */
  readonly uses: number;
  readonly stop: () => void;
}

/** How long unused containers are kept. */
export interface IdleLimits {
  /** Milliseconds after which each unused container is stopped. */
  readonly idleMs: number;
  /** Milliseconds after which an unused container is stopped unless it is among the most used. */
  readonly surplusIdleMs: number;
  /** How many of the most used ones, of all functions together, stay until `idleMs`. */
  readonly keptIdle: number;
}

/** The idle containers of all functions: each takes 10 to 30 MB, and starting one takes a caller's time. */
export interface IdleContainers {
  /** Stops a container after its time; the returned function takes it back into use. */
  add(container: IdleContainer): () => void;
}

export function createIdleContainers({
  idleMs,
  surplusIdleMs,
  keptIdle,
  onStop,
}: IdleLimits & {
  /** Called when a container is stopped. */
  readonly onStop?: () => void;
}): IdleContainers {
  const idle = new Set<IdleContainer>();
  // The most used first; of those that are equal, the one that was used last.
  const isSurplus = (container: IdleContainer) =>
    [...idle]
      .reverse()
      .sort((one, other) => other.uses - one.uses)
      .indexOf(container) >= keptIdle;
  return {
    add: (container) => {
      const end = performance.now() + idleMs;
      const review = () => {
        if (performance.now() < end && !isSurplus(container)) {
          timer = wait();
          return;
        }
        idle.delete(container);
        container.stop();
        onStop?.();
      };
      const wait = () =>
        setTimeout(review, Math.min(surplusIdleMs, Math.max(0, end - performance.now()))).unref();
      idle.add(container);
      let timer = wait();
      return () => {
        clearTimeout(timer);
        idle.delete(container);
      };
    },
  };
}
