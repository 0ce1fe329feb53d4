import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type StoredNumber, storedNumber } from '../../domain/records/number.ts';
import { MissingTargets } from '../records/missing-targets.ts';
import type { NewRecord } from '../records/records.ts';
import { OPEN_CALLS, recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { addNumber } from './numbers.ts';

const purchase = z.object({
  /** The number as it will be stored; its `vendor_sid` is known when it was bought. */
  number: storedNumber,
  /** Records that come with it: those of an agent that was given in place, as they will be stored. */
  records: z.array(z.custom<NewRecord>((value) => typeof value === 'object' && value !== null)),
  /** When it was begun and when to ask the vendor about it: ISO 8601, UTC. */
  begun_at: z.string(),
  settle_at: z.string(),
});
/**
 * The purchase of a number that was begun. It is stored before the vendor is asked and goes, in one transaction, when the number
 * comes, so that no number is paid for and lost.
 */
export type Purchase = z.infer<typeof purchase>;

const keyOf = ({ user_id, id }: Pick<StoredNumber, 'user_id' | 'id'>) => recordKey(user_id, 'purchase', id);

/** Stores a purchase, in place of an earlier state of the same. */
export async function putPurchase(table: Table, begun: Purchase): Promise<void> {
  const Item = { ...keyOf(begun.number), ...begun, open: OPEN_CALLS };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
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
  const further = [{ Delete: { TableName: table.name, Key: keyOf(number) } }];
  try {
    await addNumber(table, bought, { records, further, evenIfHeld: true });
    return bought;
  } catch (error) {
    if (!(error instanceof MissingTargets)) throw error;
    // What it refers to was deleted meanwhile: the number was paid for, and is the user's without it.
    const isGone = error.targets.some(({ id }) => id === number.telephony_account_connection);
    const telephony_account_connection = isGone ? null : number.telephony_account_connection;
    const bare = { ...bought, inbound_agent: null, telephony_account_connection };
    await addNumber(table, bare, { further, evenIfHeld: true });
    return bare;
  }
}

/** Nothing was bought, or the number is stored. */
export async function dropPurchase(table: Table, { number }: Purchase): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf(number) }));
}
