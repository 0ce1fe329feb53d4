import * as z from 'zod/mini';
import { INLINE_KINDS } from '../../agents/store/agent-references.ts';
import { deletionOf, putItem, readItem } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { transact, tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import { NEW_ITEM, type WriteItem } from '../../platform/table/write-if.ts';
import { changeStamp } from '../../records/model/change-stamp.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { requireRoom } from '../../records/store/lists/bounds.ts';
import { additionsOf, WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { MissingTargets } from '../../records/store/reference-counts.ts';
import { stampOf } from '../../records/store/stamps.ts';
import { countWithin, uncountPurchase } from '../../usage/store/day-use.ts';
import { openShard } from '../../usage/store/keys.ts';
import { type StoredNumber, storedNumber } from '../model/number.ts';
import { addNumber, countNumber, countRegardless, numberQuotaExceeded, uncountNumber } from './numbers.ts';

const storedRecord = z.object({
  kind: z.string(),
  record: z.looseObject({ id: z.string(), user_id: z.string() }),
});

const purchase = z.object({
  number: storedNumber,
  /** Records to store with it: those of an inline agent. */
  records: z.array(z.pipe(storedRecord, z.transform(readRecord))),
  /** When it began, and when to ask the vendor about it: ISO 8601, UTC. */
  begun_at: z.string(),
  reconcile_at: z.string(),
  /** Who requested it, for the audit log; absent until it is stored. */
  changed_by: z.optional(changeStamp),
  /** When it was counted among the purchases of a day; absent for a purchase through the user's own account. */
  counted_at: z.optional(z.string()),
});
/** Stored before the vendor is asked. One transaction replaces it with the number, so no paid number is lost. */
export type Purchase = z.infer<typeof purchase>;

function readRecord({ kind: name, record }: z.infer<typeof storedRecord>): NewRecord {
  const kind = INLINE_KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`A purchase has a record of the unknown kind ${name}.`);
  return { kind, record };
}

const keyOf = ({ user_id, id }: Pick<StoredNumber, 'user_id' | 'id'>) => recordKey(user_id, 'purchase', id);

const itemOf = (table: Table, purchase: Purchase) => ({
  ...keyOf(purchase.number),
  ...purchase,
  records: purchase.records.map(({ kind, record }) => ({ kind: kind.name, record })),
  ...stampOf(table),
  // The index expects it in the same place as in a call or a number.
  telephony_account_connection: purchase.number.telephony_account_connection,
  open: openShard(purchase.number.id),
});

/** Stores a purchase before the vendor is asked, and counts it. False if it was begun before. Throws QuotaExceeded. */
export async function beginPurchase(table: Table, purchase: Purchase): Promise<boolean> {
  const { user_id: userId, counted_as: quota } = purchase.number;
  await requireRoomForRecords(table, purchase);
  const Put = { TableName: table.name, Item: itemOf(table, purchase), ConditionExpression: NEW_ITEM };
  const place = quota ? [countNumber(table, userId, quota)] : [];
  const day = dayOfPurchase(purchase);
  const ofDay = day ? [countWithin(table, day, { quota: 'number_purchases', more: 1 })] : [];
  const written = await transact(table, [{ Put }, ...place, ...ofDay]);
  if (written.outcome === 'done') return true;
  if (written.failedConditions[0]) return false;
  const hasNoPlace = quota !== undefined && written.failedConditions[1];
  if (hasNoPlace) throw numberQuotaExceeded(table, quota);
  throw day ? numberQuotaExceeded(table, 'number_purchases') : written.error;
}

/** The day for which a purchase counts. Returns undefined if it does not count. */
const dayOfPurchase = ({ number, counted_at }: Purchase) =>
  counted_at === undefined ? undefined : { userId: number.user_id, now: new Date(counted_at) };

/** Throws if a quota forbids the number's inline agent. */
async function requireRoomForRecords(table: Table, { records }: Purchase): Promise<void> {
  await Promise.all(
    additionsOf(records).map(({ list, records: more }) => requireRoom(table, list, more.length)),
  );
}

export async function putPurchase(table: Table, begun: Purchase): Promise<void> {
  await putItem(table, itemOf(table, begun));
}

export async function getPurchase(table: Table, userId: string, id: string): Promise<Purchase | undefined> {
  const item = await readItem(table, recordKey(userId, 'purchase', id));
  return item && readPurchase(item);
}

export function readPurchase(item: unknown): Purchase {
  return purchase.parse(item);
}

export async function completePurchase(
  table: Table,
  purchase: Purchase,
  vendorSid: string,
): Promise<StoredNumber> {
  const { number } = purchase;
  const bought = { ...number, vendor_sid: vendorSid };
  try {
    await replaceWithNumber(table, bought, purchase);
    return bought;
  } catch (error) {
    if (!(error instanceof MissingTargets || error instanceof QuotaExceeded)) throw error;
    // A related record was deleted, or the quota forbids the agent. The number was paid for, so it is stored without
    // the agent.
    const targets = error instanceof MissingTargets ? error.targets : [];
    const isGone = targets.some(({ id }) => id === number.telephony_account_connection);
    const telephony_account_connection = isGone ? null : number.telephony_account_connection;
    const bare = { ...bought, inbound_agent: null, telephony_account_connection };
    await replaceWithNumber(table, bare, { ...purchase, records: [] });
    return bare;
  }
}

/** Replaces the purchase with the number, which takes over its count. */
async function replaceWithNumber(
  table: Table,
  number: StoredNumber,
  { records, changed_by: boughtBy }: Pick<Purchase, 'records' | 'changed_by'>,
): Promise<void> {
  const drop = dropping(table, number);
  const options = { records, boughtBy, evenIfHeld: true };
  try {
    await addNumber(table, number, { ...options, further: [drop] });
  } catch (error) {
    if (!(error instanceof WritesRefused && error.writes.includes(drop))) throw error;
    // The purchase was given up long ago and no longer counts.
    const further = countRegardless(table, number);
    await addNumber(table, number, { ...options, further });
  }
}

/** Deletes a purchase that bought nothing, and its counts. */
export async function dropPurchase(table: Table, purchase: Purchase): Promise<void> {
  const { number } = purchase;
  const day = dayOfPurchase(purchase);
  const uncounting = day ? [uncountPurchase(table, day)] : [];
  await tryTransact(table, [dropping(table, number), ...uncountNumber(table, number), ...uncounting]);
}

export async function forgetPurchase(table: Table, { number }: Purchase): Promise<void> {
  await tryTransact(table, [dropping(table, number)]);
}

const dropping = (table: Table, number: Pick<StoredNumber, 'user_id' | 'id'>): WriteItem =>
  deletionOf(table, keyOf(number), { condition: 'attribute_exists(pk)' });
