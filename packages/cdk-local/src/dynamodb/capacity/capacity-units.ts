import { isObject } from '../store/answer.ts';
import { type BufferedStore, itemPrefix, type StoredChange } from '../store/buffered-store.ts';
import type { Change, Item } from '../store/change.ts';
import { itemSize } from '../store/item-size.ts';
import type { Load } from '../store/load.ts';
import { indexEntries } from './index-entries.ts';
import { partitionOf, partitionOfKey } from './partition.ts';

// See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

/** Bytes that one unit reads. */
const READ_UNIT = 4096;
/** Bytes that one unit writes. */
const WRITE_UNIT = 1024;

/** The units of a store's collected writes, item by item. */
export function writtenUnits(store: BufferedStore): Load[] {
  return store.changes.flatMap((change) => {
    const description = store.description(change.table);
    return [tableWrite(change), ...indexWrites(change, description)];
  });
}

/** The units of a condition check in a transaction: as many as for a write. */
export function checkedUnits(store: BufferedStore): Load[] {
  return store.changes.map(tableWrite);
}

/**
 * The units of a conditional write that was refused: those of the larger of the existing and the new item, as if it had
 * been done; none for indexes. The result of a refused update is unknown.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html#write-operation-consumption
 */
export function refusedUnits(store: BufferedStore, input: unknown): Load[] {
  const wanted = isObject(input) && isObject(input.Item) ? input.Item : undefined;
  return [...store.touched].map(([key, { table, item }]) => ({
    tableName: table,
    kind: 'Write',
    partition: partitionIn(table, key),
    units: toWrite(item, wanted),
  }));
}

/** The units of single reads; a missing item costs as much as a small one. */
export function gottenUnits(store: BufferedStore, isConsistent: (tableName: string) => boolean): Load[] {
  return [...store.touched].map(([key, { table, item }]) => ({
    tableName: table,
    kind: 'Read',
    partition: partitionIn(table, key),
    units: toRead(item ? Math.max(1, itemSize(item)) : 1, isConsistent(table)),
  }));
}

/** The units of a Query or Scan, by all items that it read. */
export function scannedUnits(
  store: BufferedStore,
  { operation, input, result }: { operation: 'Query' | 'Scan'; input: Item; result: unknown },
): Load[] {
  const count = isObject(result) && typeof result.ScannedCount === 'number' ? result.ScannedCount : 0;
  const items = store.page.items.slice(0, count);
  const size = items.reduce((sum, item) => sum + itemSize(item), 0);
  const [first] = items;
  const indexName = typeof input.IndexName === 'string' ? { indexName: input.IndexName } : {};
  const description = store.description(String(input.TableName));
  return [
    {
      tableName: String(input.TableName),
      ...indexName,
      kind: 'Read',
      ...(operation === 'Query' &&
        first && { partition: partitionOf(first, description, indexName.indexName) }),
      units: toRead(size, input.ConsistentRead === true),
    },
  ];
}

function tableWrite({ key, table, before, after }: StoredChange): Load {
  return {
    tableName: table,
    kind: 'Write',
    partition: partitionIn(table, key),
    units: toWrite(before, after),
  };
}

/** The partition of a key in the store. */
function partitionIn(table: string, key: string): string {
  return partitionOfKey(key.slice(itemPrefix(table).length));
}

/** A write costs the larger of the old and the new item. */
function toWrite(before: Item | undefined, after: Item | undefined): number {
  const sizes = [before, after].map((item) => (item ? itemSize(item) : 0));
  return Math.max(1, Math.ceil(Math.max(...sizes) / WRITE_UNIT));
}

const toRead = (bytes: number, consistent: boolean) => Math.ceil(bytes / READ_UNIT) * (consistent ? 1 : 0.5);

/** An index entry that moves costs two writes; an unchanged entry costs none. */
function indexWrites({ table, before, after }: Change, description: Item): Load[] {
  const [left, come] = [indexEntries(description, before), indexEntries(description, after)];
  return [...new Set([...left.keys(), ...come.keys()])].flatMap((indexName): Load[] => {
    const [old, next] = [left.get(indexName), come.get(indexName)];
    const stays = old?.key === next?.key;
    if (stays && JSON.stringify(old) === JSON.stringify(next)) return [];
    const write = (from: Item | undefined, to: Item | undefined): Load => ({
      tableName: table,
      indexName,
      kind: 'Write',
      partition: partitionOf(to ?? from ?? {}, description, indexName),
      units: toWrite(from, to),
    });
    if (stays) return [write(old?.item, next?.item)];
    return [old, next].flatMap((entry) => (entry ? [write(entry.item, undefined)] : []));
  });
}
