import { z } from 'zod';
import type { Change, Item, UserIdentity } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import type { StreamLog } from '../stream/stream-log.ts';

const item = z.record(z.string(), z.unknown());
const intent = z.object({
  items: z.array(z.object({ table: z.string(), key: item, before: item.optional() })),
  userIdentity: z.object({ type: z.string(), principalId: z.string() }).optional(),
});

const INTENT_KEY = 'intent~';

/** One item of a table, by its key. */
export interface ItemKey {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
}

/** Records which items a write to another endpoint may change, until its stream records are stored. One write at a time. */
export interface WriteJournal {
  /** Stores the items' state before a write. */
  begin(items: readonly ItemKey[], userIdentity: UserIdentity | undefined): Promise<void>;
  /** Stores the stream records of the recorded write, if it changed an item; also after a crash. */
  recordChanges(): Promise<void>;
}

/** Keeps the journal beside the streams; `read` returns the current item. */
export function createWriteJournal(
  { database, log }: { database: Database; log: StreamLog },
  read: (item: ItemKey) => Promise<Item | undefined>,
): WriteJournal {
  return {
    async begin(keys, userIdentity) {
      const items = await Promise.all(keys.map(async (one) => ({ ...one, before: await read(one) })));
      await database.batch([{ type: 'put', key: INTENT_KEY, value: { items, userIdentity } }]);
    },
    async recordChanges() {
      const noted = intent.optional().parse(database.getSync(INTENT_KEY));
      if (noted === undefined) return;
      const changes: Change[] = await Promise.all(
        noted.items.map(async ({ table, key, before }) => ({
          table,
          before,
          after: await read({ table, key }),
        })),
      );
      await log.commit([{ type: 'del', key: INTENT_KEY }], changes, noted.userIdentity);
    },
  };
}
