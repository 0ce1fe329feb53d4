import type { Database, DatabaseWrite } from './database.ts';

/** A store that groups concurrent batches. Reads by key see them before they are stored. */
export interface GroupedDatabase extends Database {
  readonly stored: Database;
  /** Resolves when all batches so far are stored. */
  allStored(): Promise<void>;
}

/**
 * Groups writes: while one group is being stored, the next is collected, so that a writer need not wait for the disk
 * between two batches. Batches are stored in order, each completely or not at all. After a batch that could not be
 * stored, all later ones fail too, as in LevelDB: they may depend on it.
 */
export function groupWrites(stored: Database): GroupedDatabase {
  /** The last write of each key that is not stored yet. */
  const unstored = new Map<string, DatabaseWrite>();
  let collected: DatabaseWrite[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function storeNext(previous: Promise<void>): Promise<void> {
    await previous;
    const group = collected;
    collected = [];
    next = undefined;
    await stored.batch(group);
    for (const write of group) if (unstored.get(write.key) === write) unstored.delete(write.key);
  }

  return {
    stored,
    getSync(key) {
      const write = unstored.get(key);
      if (write === undefined) return stored.getSync(key);
      // A copy, as from the store: the reader may change it.
      return write.type === 'put' ? structuredClone(write.value) : undefined;
    },
    batch(writes) {
      if (writes.length === 0) return last;
      for (const write of writes) unstored.set(write.key, write);
      collected.push(...writes);
      if (next === undefined) {
        next = storeNext(last);
        last = next;
      }
      return next;
    },
    allStored: () => last,
    keys: (range) => stored.keys(range),
    values: (range) => stored.values(range),
    clear: (range) => stored.clear(range),
    async close() {
      await last.catch(() => undefined);
      await stored.close();
    },
  };
}
