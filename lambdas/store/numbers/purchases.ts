import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import { type StoredNumber, storedNumber } from '../../domain/records/number.ts';
import { requireRoom } from '../lists/bounds.ts';
import { additionsOf, loadHead, WritesRefused } from '../lists/changes.ts';
import { countPurchase, uncountPurchase } from '../quotas/day-use.ts';
import type { NewRecord } from '../records/kinds.ts';
import { MissingTargets } from '../records/missing-targets.ts';
import { OPEN_CALLS, recordKey } from '../table/keys.ts';
import { isTransacted, transact } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { NEW_ITEM, type WriteItem } from '../table/write-if.ts';
import { giveBackPlace, quotaMet, takePlace, takePlaceAnyway } from './number-places.ts';
import { addNumber } from './numbers.ts';

const purchase = z.object({
  /** The number as it will be stored; its `vendor_sid` is known when it was bought. */
  number: storedNumber,
  /** Records that come with it: those of an agent that was given in place, as they will be stored. */
  records: z.array(z.custom<NewRecord>((value) => typeof value === 'object' && value !== null)),
  /** When it was begun and when to ask the vendor about it: ISO 8601, UTC. */
  begun_at: z.string(),
  settle_at: z.string(),
  /** When it was counted among the purchases of a day; absent for one through an account of the user's own. */
  counted_at: z.optional(z.string()),
});
/**
 * The purchase of a number that was begun. It is stored before the vendor is asked and goes, in one transaction, when the number
 * comes, so that no number is paid for and lost.
 */
export type Purchase = z.infer<typeof purchase>;

const keyOf = ({ user_id, id }: Pick<StoredNumber, 'user_id' | 'id'>) => recordKey(user_id, 'purchase', id);

const itemOf = (purchase: Purchase) => ({ ...keyOf(purchase.number), ...purchase, open: OPEN_CALLS });

/**
 * Stores a purchase before the vendor is asked, and takes a place among the numbers that the user may have and, if it is counted,
 * among the purchases of its day. Dropping the purchase gives both back. Throws QuotaExceeded.
 */
export async function beginPurchase(table: Table, purchase: Purchase): Promise<void> {
  const { user_id: userId, counted_as: quota } = purchase.number;
  await requireRoomForRecords(table, purchase);
  const Put = { TableName: table.name, Item: itemOf(purchase), ConditionExpression: NEW_ITEM };
  const place = quota ? [takePlace(table, userId, quota)] : [];
  const day = dayOfPurchase(purchase);
  const written = await transact(table, [{ Put }, ...place, ...(day ? [countPurchase(table, day)] : [])]);
  if (written.outcome === 'done' || written.failedConditions[0]) return;
  const hasNoPlace = quota !== undefined && written.failedConditions[1];
  if (hasNoPlace) throw quotaMet(table, quota);
  throw day ? quotaMet(table, 'number_purchases') : written.error;
}

/** The day in which a purchase is counted, if it is. */
const dayOfPurchase = ({ number, counted_at }: Purchase) =>
  counted_at === undefined ? undefined : { userId: number.user_id, now: new Date(counted_at) };

/** There is to be room for an agent that comes with the number; should it be gone when the number comes, that comes without. */
async function requireRoomForRecords(table: Table, { number, records }: Purchase): Promise<void> {
  const userId = number.user_id;
  const names = records.map(({ kind, record }) => ({ kind, userId, id: record.id }));
  await Promise.all(
    additionsOf(names).map(async ({ list, ids }) =>
      requireRoom(table, list, { head: await loadHead(table, list), more: ids.length }),
    ),
  );
}

/** Stores a purchase in place of an earlier state of the same. */
export async function putPurchase(table: Table, begun: Purchase): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: itemOf(begun) }));
}

/** The purchase under which a number is being bought, by the id that the number will have. */
export async function getPurchase(table: Table, userId: string, id: string): Promise<Purchase | undefined> {
  const Key = recordKey(userId, 'purchase', id);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item && readPurchase(Item);
}

/** The purchase that an item is; throws for another item. */
export function readPurchase(item: unknown): Purchase {
  return purchase.parse(item);
}

/** The vendor sold the number: it is the user's, with all that comes with it. */
export async function completePurchase(
  table: Table,
  { number, records }: Purchase,
  vendorSid: string,
): Promise<StoredNumber> {
  const bought = { ...number, vendor_sid: vendorSid };
  try {
    await storeBought(table, bought, records);
    return bought;
  } catch (error) {
    if (!(error instanceof MissingTargets || error instanceof QuotaExceeded)) throw error;
    // What it refers to was deleted meanwhile, or there is no room for its agent: it was paid for, and is the user's without.
    const targets = error instanceof MissingTargets ? error.targets : [];
    const isGone = targets.some(({ id }) => id === number.telephony_account_connection);
    const telephony_account_connection = isGone ? null : number.telephony_account_connection;
    const bare = { ...bought, inbound_agent: null, telephony_account_connection };
    await storeBought(table, bare, []);
    return bare;
  }
}

/** Stores the number in place of its purchase, whose place it takes over. */
async function storeBought(table: Table, number: StoredNumber, records: Purchase['records']): Promise<void> {
  const drop = deletionOf(table, number);
  try {
    await addNumber(table, number, { records, further: [drop], evenIfHeld: true });
  } catch (error) {
    if (!(error instanceof WritesRefused && error.writes.includes(drop))) throw error;
    // The purchase was given up long ago, and with it its place.
    const further = takePlaceAnyway(table, number);
    await addNumber(table, number, { records, further, evenIfHeld: true });
  }
}

/** Nothing was bought: the place that was taken is free again. */
export async function dropPurchase(table: Table, purchase: Purchase): Promise<void> {
  const { number } = purchase;
  const day = dayOfPurchase(purchase);
  const uncounting = day ? [uncountPurchase(table, day)] : [];
  await drop(table, [deletionOf(table, number), ...giveBackPlace(table, number), ...uncounting]);
}

/** The number is stored, and has the place that its purchase took. */
export async function forgetPurchase(table: Table, { number }: Purchase): Promise<void> {
  await drop(table, [deletionOf(table, number)]);
}

async function drop(table: Table, writes: readonly WriteItem[]): Promise<void> {
  await isTransacted(table, writes);
}

const deletionOf = (table: Table, number: Pick<StoredNumber, 'user_id' | 'id'>): WriteItem => ({
  Delete: { TableName: table.name, Key: keyOf(number), ConditionExpression: 'attribute_exists(pk)' },
});
