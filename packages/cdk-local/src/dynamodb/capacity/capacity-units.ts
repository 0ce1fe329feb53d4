import { isObject } from '../store/answer.ts';
import type { BufferedStore } from '../store/buffered-store.ts';
import type { Change, Item } from '../store/change.ts';
import { itemSize } from '../store/item-size.ts';
import { indexEntries } from './index-entries.ts';

// See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

/** Bytes that one unit reads. */
const READ_UNIT = 4096;
/** Bytes that one unit writes. */
const WRITE_UNIT = 1024;

/** Consumed capacity units of a table, and of its indexes by name. */
export interface Units {
  readonly tableName: string;
  readonly table: number;
  readonly indexes: Readonly<Record<string, number>>;
}

/** The units of a store's collected writes, item by item. */
export function writtenUnits(store: BufferedStore): Units[] {
  return store.changes.map((change) => ({
    tableName: change.table,
    table: toWrite(change),
    indexes: indexUnits(store.description(change.table), change),
  }));
}

/** The units of a condition check in a transaction: as many as for a write. */
export function checkedUnits(store: BufferedStore): Units[] {
  return store.changes.map((change) => ({ tableName: change.table, table: toWrite(change), indexes: {} }));
}

/** The units of single reads; a missing item costs as much as a small one. */
export function gottenUnits(store: BufferedStore, isConsistent: (tableName: string) => boolean): Units[] {
  return [...store.touched.values()].map(({ table, item }) => ({
    tableName: table,
    table: toRead(item ? Math.max(1, itemSize(item)) : 1, isConsistent(table)),
    indexes: {},
  }));
}

/** The units of a Query or Scan, by all items that it read. */
export function scannedUnits(store: BufferedStore, input: Item, result: unknown): Units[] {
  const count = isObject(result) && typeof result.ScannedCount === 'number' ? result.ScannedCount : 0;
  const size = store.page.items.slice(0, count).reduce((sum, item) => sum + itemSize(item), 0);
  const units = toRead(size, input.ConsistentRead === true);
  const { TableName, IndexName } = input;
  const byIndex = typeof IndexName === 'string';
  return [
    {
      tableName: String(TableName),
      table: byIndex ? 0 : units,
      indexes: byIndex ? { [IndexName]: units } : {},
    },
  ];
}

/** A write costs the larger of the old and the new item. */
function toWrite({ before, after }: Pick<Change, 'before' | 'after'>): number {
  const sizes = [before, after].map((item) => (item ? itemSize(item) : 0));
  return Math.max(1, Math.ceil(Math.max(...sizes) / WRITE_UNIT));
}

const toRead = (bytes: number, consistent: boolean) => Math.ceil(bytes / READ_UNIT) * (consistent ? 1 : 0.5);

/** An index entry that moves costs two writes; an unchanged entry costs none. */
function indexUnits(description: Item, { before, after }: Change): Record<string, number> {
  const [left, come] = [indexEntries(description, before), indexEntries(description, after)];
  const units: Record<string, number> = {};
  for (const name of new Set([...left.keys(), ...come.keys()])) {
    const [old, next] = [left.get(name), come.get(name)];
    const stays = old?.key === next?.key;
    if (stays && JSON.stringify(old) === JSON.stringify(next)) continue;
    units[name] = stays
      ? toWrite({ before: old?.item, after: next?.item })
      : [old, next].reduce(
          (sum, one) => sum + (one ? toWrite({ before: one.item, after: undefined }) : 0),
          0,
        );
  }
  return units;
}
