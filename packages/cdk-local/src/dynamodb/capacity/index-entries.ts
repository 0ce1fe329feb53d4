import db from 'dynalite/db/index.js';
import { isObject } from '../store/answer.ts';
import type { Item } from '../store/change.ts';

/** An item's entry in an index: its key in the store, and its projected attributes. */
export interface IndexEntry {
  readonly key: string;
  readonly item: Item;
}

/** The entries that an item has in its table's global secondary indexes, by their names. */
export function indexEntries(description: Item, item: Item | undefined): Map<string, IndexEntry> {
  const indexes: readonly unknown[] = Array.isArray(description.GlobalSecondaryIndexes)
    ? description.GlobalSecondaryIndexes
    : [];
  if (item === undefined) return new Map();
  const { puts } = db.getIndexActions(indexes.filter(isObject), null, item, description);
  return new Map(puts.map(({ index, key, item: projected }) => [index, { key, item: present(projected) }]));
}

/** dynalite projects missing attributes as undefined. */
function present(projected: object): Item {
  return Object.fromEntries(Object.entries(projected).filter(([, value]) => value !== undefined));
}
