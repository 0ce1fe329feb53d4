import { createFairOrder } from './fair-order.ts';

/** Which messages of a queue are visible, and when the others will be. */
export interface Visibility {
  /** Adds a message, optionally of a group, visible from a time (epoch milliseconds). */
  add(key: string, visibleAt: number, groupId?: string): void;
  /** Hides a received message until the time. */
  hide(key: string, visibleAt: number): void;
  remove(key: string): void;
  isInFlight(key: string): boolean;
  /** The key of the next message: the longest visible one of the groups with the fewest in flight. */
  next(): string | undefined;
  /** Resolves when `next` has a message, or the signal aborts. */
  waitForVisible(signal: AbortSignal): Promise<void>;
  close(): void;
}

export function createVisibility(): Visibility {
  const order = createFairOrder();
  const inFlight = new Map<string, NodeJS.Timeout>();
  const delayed = new Map<string, NodeJS.Timeout>();
  const waiters = createWaiters();

  const stopTimers = (key: string) => {
    for (const hidden of [inFlight, delayed]) {
      clearTimeout(hidden.get(key));
      hidden.delete(key);
    }
    order.setInFlight(key, false);
  };
  const show = (key: string) => {
    stopTimers(key);
    order.show(key);
    waiters.wake();
  };
  const showLater = (hidden: Map<string, NodeJS.Timeout>, key: string, visibleAt: number) => {
    const delay = visibleAt - Date.now();
    if (delay <= 0) return show(key);
    stopTimers(key);
    order.hide(key);
    hidden.set(key, setTimeout(() => show(key), delay).unref());
  };

  return {
    add: (key, visibleAt, groupId) => {
      order.setGroup(key, groupId);
      showLater(delayed, key, visibleAt);
    },
    hide: (key, visibleAt) => {
      showLater(inFlight, key, visibleAt);
      order.setInFlight(key, inFlight.has(key));
    },
    remove: (key) => {
      stopTimers(key);
      order.forget(key);
    },
    isInFlight: (key) => inFlight.has(key),
    next: () => order.next(),
    waitForVisible: (signal) => (order.visibleCount > 0 ? Promise.resolve() : waiters.wait(signal)),
    close: () => {
      for (const timer of [...inFlight.values(), ...delayed.values()]) clearTimeout(timer);
    },
  };
}

/** Promises that wait for the same event. */
interface Waiters {
  /** Resolves at the next `wake`, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
  wake(): void;
}

function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    wait: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        waiting.add(done);
        signal.addEventListener('abort', done);
      }),
    wake: () => {
      for (const done of [...waiting]) done();
    },
  };
}
