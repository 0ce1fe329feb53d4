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
  const isSurplus = ({ uses }: IdleContainer) =>
    [...idle].filter((other) => other.uses > uses).length >= keptIdle;
  return {
    add: (container) => {
      const stop = () => {
        idle.delete(container);
        container.stop();
        onStop?.();
      };
      const review = () => {
        if (isSurplus(container)) stop();
        else timer = setTimeout(stop, idleMs - surplusIdleMs).unref();
      };
      idle.add(container);
      let timer = setTimeout(review, Math.min(surplusIdleMs, idleMs)).unref();
      return () => {
        clearTimeout(timer);
        idle.delete(container);
      };
    },
  };
}
