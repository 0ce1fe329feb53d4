import db from 'dynalite/db/index.js';
import type { Item } from './change.ts';

/**
 * Bytes of an item as DynamoDB counts them
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html);
 * dynalite takes each character of a name or a text for one byte.
 */
export function itemSize(item: Item): number {
  return db.itemSize(item) + furtherBytes(item);
}

/** What UTF-8 needs beyond one byte for each character (UTF-16 code unit). */
function furtherBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) - value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + furtherBytes(name) + furtherBytes(inner),
    0,
  );
}
