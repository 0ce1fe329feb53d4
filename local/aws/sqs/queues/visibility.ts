import { createWaiters } from './waiters.ts';

/** Which messages of a queue can be received now, and when the others will be. */
export interface Visibility {
  /** Shows the message from a time (epoch milliseconds) on. */
  add(key: string, visibleAt: number): void;
  /** A received message, not seen again before the time. */
  hide(key: string, visibleAt: number): void;
  remove(key: string): void;
  isInFlight(key: string): boolean;
  /** The key of the message that has been visible longest. */
  next(): string | undefined;
  waitForVisible(signal: AbortSignal): Promise<void>;
  counts(): { readonly visible: number; readonly inFlight: number; readonly delayed: number };
  close(): void;
}

export function createVisibility(): Visibility {
  const visible = new Set<string>();
  const inFlight = new Map<string, NodeJS.Timeout>();
  const delayed = new Map<string, NodeJS.Timeout>();
  const waiters = createWaiters();

  const remove = (key: string) => {
    visible.delete(key);
    for (const hidden of [inFlight, delayed]) {
      clearTimeout(hidden.get(key));
      hidden.delete(key);
    }
  };
  const show = (key: string) => {
    remove(key);
    visible.add(key);
    waiters.wake();
  };
  const showLater = (hidden: Map<string, NodeJS.Timeout>, key: string, visibleAt: number) => {
    const delay = visibleAt - Date.now();
    if (delay <= 0) return show(key);
    remove(key);
    hidden.set(key, setTimeout(() => show(key), delay).unref());
  };

  return {
    add: (key, visibleAt) => showLater(delayed, key, visibleAt),
    hide: (key, visibleAt) => showLater(inFlight, key, visibleAt),
    remove,
    isInFlight: (key) => inFlight.has(key),
    next: () => visible.values().next().value,
    waitForVisible: (signal) => (visible.size > 0 ? Promise.resolve() : waiters.wait(signal)),
    counts: () => ({ visible: visible.size, inFlight: inFlight.size, delayed: delayed.size }),
    close: () => {
      for (const timer of [...inFlight.values(), ...delayed.values()]) clearTimeout(timer);
    },
  };
}
