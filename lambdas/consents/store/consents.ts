import { getItems } from '../../platform/table/get-items.ts';
import { beginningWith, queryPages, updateOf } from '../../platform/table/items.ts';
import type { Key } from '../../platform/table/keys.ts';
import { attemptUntil } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, transactIf, type WriteItem } from '../../platform/table/write-if.ts';
import { listCountKey } from '../../records/keys.ts';
import { countListed, listFull, requireRoom } from '../../records/store/lists/bounds.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { consentList, consentRecord, type StoredConsent } from '../model/consent.ts';
import { consentKey } from './keys.ts';

const keyOf = ({ user_id, phone_number, id }: Pick<StoredConsent, 'user_id' | 'phone_number' | 'id'>): Key =>
  consentKey(user_id, phone_number, id);

export const ADD_CONSENTS = ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] as const;

/** Writes of a transaction besides the count. */
const MAX_WRITES = 99;

/** Stores records of one user; may be repeated. Throws QuotaExceeded, mostly before any is stored. */
export async function addConsents(table: Table, records: readonly StoredConsent[]): Promise<void> {
  const list = { userId: records[0]?.user_id ?? '', kind: consentList };
  if (records.length > MAX_WRITES) await requireRoom(table, list, records.length);
  for (let start = 0; start < records.length; start += MAX_WRITES) {
    const part = records.slice(start, start + MAX_WRITES);
    await attemptUntil(async () => {
      const stored = new Set((await getItems(table, part.map(keyOf))).map(({ id }) => id));
      const fresh = part.filter(({ id }) => !stored.has(id));
      if (fresh.length === 0) return true;
      const count = countListed(table, list, fresh.length);
      const written = await transactIf(table, [count, ...fresh.map((record) => consentPut(table, record))]);
      if (written.outcome === 'refused' && written.failedConditions[0]) throw listFull(table, list);
      return written.outcome === 'done' || undefined;
    });
  }
}

export const consentPut = (table: Table, record: StoredConsent): WriteItem => ({
  Put: {
    TableName: table.name,
    Item: { ...keyOf(record), ...record, ...stampOf(table) },
    ConditionExpression: NEW_ITEM,
  },
});

/** The write that counts a contact's own withdrawal, whatever the quota. */
export const consentCount = (table: Table, userId: string): WriteItem =>
  updateOf(table, listCountKey({ userId, kind: consentList }), { add: { records: 1 } });

/** Most records of a number that are read. */
const MAX_OF_NUMBER = 1000;

/**
 * The records of a number, newest first. Of a number with more than 1,000, only its withdrawals among the latest: an
 * older one may be unread, so no consent counts.
 */
export async function loadConsents(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<readonly StoredConsent[]> {
  const key = consentKey(userId, phoneNumber, '');
  const found: StoredConsent[] = [];
  for await (const items of queryPages(table, { ...beginningWith(key), ScanIndexForward: false })) {
    found.push(...items.map((item) => consentRecord.parse(item)));
    if (found.length > MAX_OF_NUMBER) return found.filter(({ type }) => type === 'withdrawn');
  }
  return found;
}

interface Reading {
  /** @default every number */
  readonly phoneNumber?: string | undefined;
  /** The record to continue after. @default the first */
  readonly after?: Pick<StoredConsent, 'phone_number' | 'id'> | undefined;
  readonly size: number;
}

/** A page of a user's records, by their numbers and creation. */
export async function listConsents(
  table: Table,
  userId: string,
  { phoneNumber, after, size }: Reading,
): Promise<{ readonly records: readonly StoredConsent[]; readonly hasMore: boolean }> {
  const pages = queryPages(table, {
    ...beginningWith(consentKey(userId, phoneNumber, '')),
    Limit: size + 1,
    ...(after && { ExclusiveStartKey: keyOf({ user_id: userId, ...after }) }),
  });
  const found: StoredConsent[] = [];
  for await (const items of pages) {
    found.push(...items.map((item) => consentRecord.parse(item)));
    if (found.length > size) break;
  }
  return { records: found.slice(0, size), hasMore: found.length > size };
}
