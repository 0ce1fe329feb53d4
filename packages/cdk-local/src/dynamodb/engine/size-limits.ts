import { isObject, validationRefusal } from '../store/answer.ts';
import type { Change, Item } from '../store/change.ts';
import { itemSize } from '../store/item-size.ts';

/** The largest item, in bytes: DynamoDB's quota of 400 KB. */
const MAX_ITEM_SIZE = 400 * 1024;
/** Most bytes of a transaction's items. */
const MAX_TRANSACTION_SIZE = 4 * 1024 * 1024;

export function refuseLargeItems(items: readonly Item[]): void {
  if (items.some((item) => itemSize(item) > MAX_ITEM_SIZE))
    throw validationRefusal('Item size has exceeded the maximum allowed size');
}

/** Refuses an update that makes an item too large. */
export function refuseGrownItems(changes: readonly Change[]): void {
  if (changes.some(({ after }) => after !== undefined && itemSize(after) > MAX_ITEM_SIZE))
    throw validationRefusal('Item size to update has exceeded the maximum allowed size');
}

/** Refuses a transaction that is too large: its items, and the keys and values of its updates and conditions. */
export function refuseLargeTransaction(actions: readonly Readonly<Record<string, unknown>>[]): void {
  const parts = actions.flatMap(({ Item, Key, ExpressionAttributeValues }) => [
    Item,
    Key,
    ExpressionAttributeValues,
  ]);
  const size = parts.reduce<number>((sum, part) => sum + (isObject(part) ? itemSize(part) : 0), 0);
  if (size > MAX_TRANSACTION_SIZE)
    throw validationRefusal(`Transaction payload size cannot exceed 4MB. Payload Size: ${size}`);
}
