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

/** Capacity units that something consumed of a table, and of its indexes by their names. */
export interface Units {
  readonly tableName: string;
  readonly table: number;
  readonly indexes: Readonly<Record<string, number>>;
}

/** What the writes that a store has collected consume, item by item. */
export function writtenUnits(store: BufferedStore): Units[] {
  return store.changes.map((change) => ({
    tableName: change.table,
    table: toWrite(change),
    indexes: indexUnits(store.description(change.table), change),
  }));
}

/** What checking an item's condition in a transaction consumes: as much as writing it. */
export function checkedUnits(store: BufferedStore): Units[] {
  return store.changes.map((change) => ({ tableName: change.table, table: toWrite(change), indexes: {} }));
}

/** What reading single items consumes; a read of an absent item costs as much as one of a small item. */
export function gottenUnits(store: BufferedStore, isConsistent: (tableName: string) => boolean): Units[] {
  return [...store.touched.values()].map(({ table, item }) => ({
    tableName: table,
    table: toRead(item ? Math.max(1, itemSize(item)) : 1, isConsistent(table)),
    indexes: {},
  }));
}

/** What a Query or Scan consumes, by all that it looked at together. */
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

/** A write pays for the larger one of what was there and what is there now. */
function toWrite({ before, after }: Pick<Change, 'before' | 'after'>): number {
  const sizes = [before, after].map((item) => (item ? itemSize(item) : 0));
  return Math.max(1, Math.ceil(Math.max(...sizes) / WRITE_UNIT));
}

const toRead = (bytes: number, consistent: boolean) => Math.ceil(bytes / READ_UNIT) * (consistent ? 1 : 0.5);

/** An index whose entry moves is written twice, one whose entry stays as it is not at all. */
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
