import { getItems } from '../../platform/table/get-items.ts';
import { type Item, readItem } from '../../platform/table/items.ts';
import { type Key, recordKey } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import type { Kind, NewRecord, OwnedRecord, RecordKey } from '../model/kind.ts';
import { changedItem, type RecordChange } from './field-changes.ts';
import { additionsOf } from './lists/write-to-lists.ts';
import { type CountChange, countChange, type UserReference, writeCounted } from './reference-counts.ts';
import { targetsOf } from './reference-fields.ts';
import { latestOf, type Revision, revisionIn } from './revisions.ts';
import { stampOf } from './stamps.ts';

export async function getRecord<R extends OwnedRecord>(
  table: Table,
  userId: string,
  kind: Kind<R>,
  id: string,
): Promise<R | undefined> {
  const item = await readItem(table, recordKey(userId, kind.name, id));
  return item && kind.schema.parse(item);
}

export async function getRevised<R extends OwnedRecord>(
  table: Table,
  userId: string,
  kind: Kind<R>,
  id: string,
): Promise<Revised<R> | undefined> {
  const item = await readItem(table, recordKey(userId, kind.name, id));
  return item && { record: kind.schema.parse(item), revision: revisionIn(item) };
}

export interface Revised<R extends OwnedRecord> {
  readonly record: R;
  readonly revision: Revision;
}

export class FoundRecords {
  readonly #items = new Map<string, Record<string, unknown>>();

  constructor(items: readonly Record<string, unknown>[]) {
    for (const item of items) this.#items.set(String(item.sk), item);
  }

  get revision(): Revision {
    return latestOf([...this.#items.values()].map(revisionIn));
  }

  get<R extends OwnedRecord>(kind: Kind<R>, id: string): R | undefined {
    const item = this.#items.get(recordKey('', kind.name, id).sk);
    return item && kind.schema.parse(item);
  }

  with(records: readonly NewRecord[]): FoundRecords {
    const made = records.map(({ kind, record }) => ({
      ...recordKey(record.user_id, kind.name, record.id),
      ...record,
    }));
    return new FoundRecords([...this.#items.values(), ...made]);
  }

  /** The records after changes to some of them. */
  changed(changes: readonly RecordChange[]): FoundRecords {
    const items = new Map(this.#items);
    for (const { kind, id, changes: fields, isWhole = false } of changes) {
      const { sk } = recordKey('', kind.name, id);
      const item = items.get(sk);
      if (item) items.set(sk, changedItem(kind, item, { fields, isWhole }));
    }
    return new FoundRecords([...items.values()]);
  }

  /** The stored fields of a found record, for a condition that they are unchanged; undefined for an absent field. */
  stored({ kind, id }: RecordKey, fields: readonly string[]): Record<string, unknown> {
    const item = this.#items.get(recordKey('', kind.name, id).sk);
    return Object.fromEntries(fields.map((field) => [field, item?.[field]]));
  }

  referrers(kind: Kind, id: string): number {
    return Number(this.#items.get(recordKey('', kind.name, id).sk)?.referred_to ?? 0);
  }

  /** The record. Throws if it was not found, because the stored data is then inconsistent. */
  require<R extends OwnedRecord>(kind: Kind<R>, id: string): R {
    const record = this.get(kind, id);
    if (!record) throw new Error(`The ${kind.name} ${id} is referred to but not stored.`);
    return record;
  }
}

/** Finds records of a user, 100 in one request. */
export async function findRecords(
  table: Table,
  userId: string,
  names: readonly RecordKey[],
): Promise<FoundRecords> {
  const unique = new Map<string, Key>();
  for (const { kind, id } of names) unique.set(`${kind.name} ${id}`, recordKey(userId, kind.name, id));
  return new FoundRecords(await getItems(table, [...unique.values()]));
}

export const CREATE_RECORDS = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** Stores new records, all or none. Returns their latest revision. Throws MissingTargets if a target does not exist. */
export async function createRecords(
  table: Table,
  records: readonly NewRecord[],
  others: readonly WriteItem[] = [],
): Promise<Revision> {
  const { puts, counts } = creationOf(table, records);
  const writes = [...puts, ...others];
  if (writes.length > 0) await writeCounted(table, { writes, counts, additions: additionsOf(records) });
  return latestOf(puts.map(({ Put }) => revisionIn(Put.Item)));
}

/** The writes of new records, and of the counts of older targets, to which the records or `others` refer. */
export function creationOf(
  table: Table,
  records: readonly NewRecord[],
  others: readonly UserReference[] = [],
): { readonly puts: readonly { readonly Put: RecordPut }[]; readonly counts: readonly CountChange[] } {
  const own = records.flatMap(({ kind, record }) =>
    targetsOf(kind, record).map((target) => ({ userId: record.user_id, target })),
  );
  const referred = [...own, ...others];
  const referrers = Map.groupBy(referred, ({ userId, target }) =>
    textOf(recordKey(userId, target.kind.name, target.id)),
  );
  const puts = records.map(({ kind, record }) => {
    const key = recordKey(record.user_id, kind.name, record.id);
    const count = referrers.get(textOf(key))?.length;
    referrers.delete(textOf(key));
    const referred_to = count === undefined ? {} : { referred_to: count };
    const Item = { ...key, ...record, ...referred_to, ...stampOf(table) };
    return { Put: { TableName: table.name, Item, ConditionExpression: NEW_ITEM } };
  });
  const counts = [...referrers.values()].flatMap(([first, ...more]) =>
    first ? [countChange(table, first, 1 + more.length)] : [],
  );
  return { puts, counts };
}

type RecordPut = NonNullable<WriteItem['Put']> & { readonly Item: Item };

const textOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
