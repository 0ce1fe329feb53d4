import { deletionOf } from '../../../platform/table/items.ts';
import { attemptUntil } from '../../../platform/table/retry.ts';
import type { Table } from '../../../platform/table/table.ts';
import { NEW_ITEM, transactIf, type WriteItem } from '../../../platform/table/write-if.ts';
import { type ListKey, listItemKey } from '../../keys.ts';
import type { Kind, NewRecord } from '../../model/kind.ts';
import { countListed, listFull } from './bounds.ts';

interface RecordList extends ListKey {
  readonly kind: Kind;
}

export interface Addition {
  readonly list: RecordList;
  readonly records: readonly NewRecord['record'][];
}

export function additionsOf(records: readonly NewRecord[]): Addition[] {
  const listed = records.filter(({ kind }) => kind.list !== 'none');
  const lists = Map.groupBy(listed, ({ kind, record }) => `${record.user_id} ${kind.name}`);
  return [...lists.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const list = { userId: first.record.user_id, kind: first.kind };
    return [{ list, records: [first, ...more].map(({ record }) => record) }];
  });
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
    .filter(({ list }) => list.kind.list !== 'uncounted')
    .map(({ list, records }) => ({ list, write: countListed(table, list, records.length) }));
  const listing = [
    ...counts.map(({ write }) => write),
    ...additions.flatMap(({ list, records }) =>
      records.flatMap((record) => listItemPut(table, list, record)),
    ),
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
function listItemPut(table: Table, list: RecordList, record: NewRecord['record']): WriteItem[] {
  const key = listItemKey(list, record.id);
  return key ? [{ Put: { TableName: table.name, Item: { ...key, ...list.kind.listed?.(record) } } }] : [];
}

export function removalFromList(table: Table, list: RecordList, id: string): WriteItem[] {
  const Key = listItemKey(list, id);
  return [
    ...(list.kind.list === 'uncounted' ? [] : [countListed(table, list, -1)]),
    ...(Key ? [deletionOf(table, Key)] : []),
  ];
}
