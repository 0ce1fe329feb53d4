import db from 'dynalite/db/index.js';
import { isObject } from '../store/answer.ts';
import type { Item } from '../store/change.ts';

/** The partition of an item, in its table or in one of its table's indexes, as text. */
export function partitionOf(item: Item, description: Item, indexName?: string): string {
  return partitionOfKey(db.createKey(item, description, schemaOf(description, indexName)));
}

/** The partition of a key in dynalite's layout: `<start of a hash>/<partition key>/<sort key>/`. */
export function partitionOfKey(key: string): string {
  return key.split('/', 2).join('/');
}

function schemaOf(description: Item, indexName: string | undefined): unknown {
  const keyed = indexName === undefined ? description : indexOf(description, indexName);
  return keyed?.KeySchema;
}

function indexOf({ GlobalSecondaryIndexes, LocalSecondaryIndexes }: Item, name: string) {
  return [GlobalSecondaryIndexes, LocalSecondaryIndexes]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .filter(isObject)
    .find(({ IndexName }) => IndexName === name);
}
