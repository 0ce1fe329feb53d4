import * as z from 'zod/mini';
import { atMost } from '../../../platform/table/field-update.ts';
import { beginningWith, type Item, queryPages, readItem, updateOf } from '../../../platform/table/items.ts';
import type { Table } from '../../../platform/table/table.ts';
import type { WriteItem } from '../../../platform/table/write-if.ts';
import { type ListedKind, type ListKey, listCountKey, listItemKey } from '../../keys.ts';
import { QuotaExceeded } from '../../model/quota-exceeded.ts';

/** The quotas of the numbers of records in these lists, with the sort keys of the items that count them. */
export const countedQuotas = (lists: readonly ListedKind[]) =>
  lists.flatMap((kind) =>
    kind.quota ? [{ quota: kind.quota, sk: listCountKey({ userId: '', kind }).sk }] : [],
  );

const stored = z.object({ records: z._default(z.number(), 0) });

export const readListCount = (item: Record<string, unknown> | undefined): number =>
  stored.parse(item ?? {}).records;

/** The number of records of a list. Calls have no such count: a write to it by every call would make calls conflict. */
export async function loadListCount(table: Table, list: ListKey): Promise<number> {
  const item = await readItem(table, listCountKey(list));
  return readListCount(item);
}

/** The small items of a list in the order of their creation, each with the id of its record. */
export async function loadListItems(table: Table, list: ListKey): Promise<readonly Item[]> {
  const found: Item[] = [];
  const first = listItemKey(list, '');
  if (!first) return found;
  for await (const items of queryPages(table, beginningWith(first)))
    found.push(...items.map((item) => ({ ...item, id: String(item.sk).slice(first.sk.length) })));
  return found;
}

const limitOf = (table: Table, { kind }: ListKey) => {
  const { quota } = kind;
  const limit = quota && table.quotas?.[quota];
  return quota && typeof limit === 'number' ? { quota, limit } : undefined;
};

/** The write that counts further records of a list, on condition that its quota has room. */
export const countListed = (table: Table, list: ListKey, more: number): WriteItem =>
  updateOf(table, listCountKey(list), {
    add: { records: more },
    ...(more > 0 && atMost('records', limitOf(table, list)?.limit, more)),
  });

/** Throws QuotaExceeded if a list has no room for further records. */
export async function requireRoom(table: Table, list: ListKey, more: number): Promise<void> {
  const met = limitOf(table, list);
  if (met && (await loadListCount(table, list)) + more > met.limit) throw new QuotaExceeded(met);
}

/** The error of a list whose count was refused. */
export function listFull(table: Table, list: ListKey): QuotaExceeded {
  const met = limitOf(table, list);
  if (!met) throw new Error(`The count of ${list.kind.name} records was refused without a quota.`);
  return new QuotaExceeded(met);
}
