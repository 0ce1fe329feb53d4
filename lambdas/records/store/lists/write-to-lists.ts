import { deletionOf } from '../../../platform/table/items.ts';
import { type ListKey, listItemKey } from '../../../platform/table/keys.ts';
import { attemptUntil } from '../../../platform/table/retry.ts';
import type { Table } from '../../../platform/table/table.ts';
import { NEW_ITEM, transactIf, type WriteItem } from '../../../platform/table/write-if.ts';
import { countListed, listFull } from './bounds.ts';

interface ListItem {
  readonly id: string;
  /** What the item has besides its key. @default nothing */
  readonly fields?: object | undefined;
}

export interface Addition {
  readonly list: ListKey;
  readonly items: readonly ListItem[];
}

/** Groups new records by list. Versions are found by their agent and are in no list. */
export function additionsOf(records: readonly (ListKey & ListItem)[]): Addition[] {
  const listed = records.filter(({ kind }) => kind !== 'agent_version');
  const lists = Map.groupBy(listed, ({ userId, kind }) => `${userId} ${kind}`);
  return [...lists.values()].flatMap((items) => (items[0] ? [{ list: items[0], items }] : []));
}

export class WritesRefused extends Error {
  override readonly name = 'WritesRefused';
  readonly writes: readonly WriteItem[];

  constructor(writes: readonly WriteItem[], cause: Error) {
    super('The conditions of some writes did not hold.', { cause });
    this.writes = writes;
  }
}

/** Writes records and adds them to their lists. False if all exist: an earlier run of the request wrote them. */
export async function writeToLists(
  table: Table,
  writes: readonly WriteItem[],
  additions: readonly Addition[],
): Promise<boolean> {
  const counts = additions
    .filter(({ list }) => list.kind !== 'call')
    .map(({ list, items }) => ({ list, write: countListed(table, list, items.length) }));
  const listing = [
    ...counts.map(({ write }) => write),
    ...additions.flatMap(({ list, items }) => items.flatMap((item) => listItemPut(table, list, item))),
  ];
  return attemptUntil(async () => {
    const written = await transactIf(table, [...writes, ...listing]);
    if (written.outcome === 'done') return true;
    if (written.outcome === 'busy') return undefined;
    const refused = writes.filter((_, index) => written.failedConditions[index]);
    const isNew = ({ Put }: WriteItem) => Put?.ConditionExpression === NEW_ITEM;
    const known = refused.filter(isNew).length;
    if (known > 0 && known === writes.filter(isNew).length) return false;
    if (refused.length > 0) throw new WritesRefused(refused, written.error);
    const full = counts.find((_, index) => written.failedConditions[writes.length + index]);
    throw full ? listFull(table, full.list) : written.error;
  });
}

/** The write of a record's item in its list; none for kinds that have no such items. */
function listItemPut(table: Table, list: ListKey, { id, fields }: ListItem): WriteItem[] {
  const key = listItemKey(list, id);
  return key ? [{ Put: { TableName: table.name, Item: { ...key, ...fields } } }] : [];
}

export function removalFromList(table: Table, list: ListKey, id: string): WriteItem[] {
  const Key = listItemKey(list, id);
  return [
    ...(list.kind === 'call' ? [] : [countListed(table, list, -1)]),
    ...(Key ? [deletionOf(table, Key)] : []),
  ];
}
