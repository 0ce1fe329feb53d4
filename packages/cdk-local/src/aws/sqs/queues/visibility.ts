import { createFairOrder } from './fair-order.ts';
import { createWaiters } from './waiters.ts';

/** Which messages of a queue can be received now, and when the others will be. */
export interface Visibility {
  /** Shows the message, which may be of a group, from a time (epoch milliseconds) on. */
  add(key: string, visibleAt: number, groupId?: string): void;
  /** A received message, not seen again before the time. */
  hide(key: string, visibleAt: number): void;
  remove(key: string): void;
  isInFlight(key: string): boolean;
  /** The key of the message to be received next: of the groups that have the fewest in flight, the one that has been visible longest. */
  next(): string | undefined;
  waitForVisible(signal: AbortSignal): Promise<void>;
  counts(): { readonly visible: number; readonly inFlight: number; readonly delayed: number };
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
    counts: () => ({ visible: order.visibleCount, inFlight: inFlight.size, delayed: delayed.size }),
    close: () => {
      for (const timer of [...inFlight.values(), ...delayed.values()]) clearTimeout(timer);
    },
  };
}
