import db from 'dynalite/db/index.js';
import type { Item } from './change.ts';

/** Bytes of an item by DynamoDB's rules; dynalite counts each character as one byte. */
export function itemSize(item: Item): number {
  return db.itemSize(item) + furtherBytes(item);
}

/** UTF-8 bytes beyond one per UTF-16 code unit. */
function furtherBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) - value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + furtherBytes(name) + furtherBytes(inner),
    0,
  );
}
