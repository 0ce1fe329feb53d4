/** The items of requests in progress. */
export interface ItemsInProgress {
  has(key: string): boolean;
  haveAny(keys: readonly string[]): boolean;
  /** Runs work during which the items are in progress. */
  during<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
}

export function itemsInProgress(): ItemsInProgress {
  /** The number of requests in progress by item. */
  const counts = new Map<string, number>();
  return {
    has: (key) => counts.has(key),
    haveAny: (keys) => keys.some((key) => counts.has(key)),
    during: async (keys, work) => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      try {
        return await work();
      } finally {
        for (const key of keys) {
          const left = (counts.get(key) ?? 0) - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        }
      }
    },
  };
}
