import * as z from 'zod/mini';
import type { ChangeStamp } from '../../domain/audit/audit-entry.ts';
import { id } from '../../domain/fields.ts';
import type { StoredNumber } from '../../domain/records/number.ts';
import { WritesRefused } from '../lists/changes.ts';
import type { NewRecord } from '../records/kinds.ts';
import { createRecords, getRecord } from '../records/records.ts';
import { readItem } from '../table/items.ts';
import { holderKey, openShard, phoneKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';
import { countNumber, numberQuotaExceeded } from './number-places.ts';

const phone = z.object({
  number_id: id,
  active: z.boolean(),
  telephony_account_connection: z.nullable(id),
});
export type Phone = z.infer<typeof phone>;

export async function findPhone(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<Phone | undefined> {
  const item = await readItem(table, phoneKey(userId, phoneNumber));
  return item && phone.parse(item);
}

export async function isHeldNumber(table: Table, phoneNumber: string): Promise<boolean> {
  const item = await readItem(table, holderKey(phoneNumber));
  return item !== undefined;
}

export async function findNumber(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<StoredNumber | undefined> {
  const found = await findPhone(table, userId, phoneNumber);
  return found && getRecord(table, userId, 'number', found.number_id);
}

export async function addNumber(
  table: Table,
  number: StoredNumber,
  {
    records = [],
    further = [],
    boughtBy,
    evenIfHeld = false,
  }: {
    readonly records?: readonly NewRecord[];
    readonly further?: readonly WriteItem[];
    /** Who requested it, if the service completes the purchase for them. @default the actor of the table */
    readonly boughtBy?: ChangeStamp | undefined;
    /** Store it although another record has the number: the vendor has just sold it. @default false */
    readonly evenIfHeld?: boolean;
  } = {},
): Promise<void> {
  const { user_id, id: number_id, active, telephony_account_connection } = number;
  const record = {
    ...number,
    ...(number.settle_at !== undefined && { open: openShard(number_id) }),
    ...(boughtBy && { changed_by: boughtBy }),
  };
  await createRecords(
    table,
    [...records, { kind: 'number', record }],
    [
      {
        Put: {
          TableName: table.name,
          Item: { ...phoneKey(user_id, number.number), number_id, active, telephony_account_connection },
          ...(!evenIfHeld && {
            ConditionExpression: 'attribute_not_exists(pk) OR active = :false',
            ExpressionAttributeValues: { ':false': false },
          }),
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: { ...holderKey(number.number), user_id, number_id },
          ...(!evenIfHeld && {
            ConditionExpression: 'attribute_not_exists(pk) OR user_id = :user',
            ExpressionAttributeValues: { ':user': user_id },
          }),
        },
      },
      ...further,
    ],
  );
}

/** Stores a number that its user links, and counts it. Throws QuotaExceeded, and WritesRefused if the number is in use. */
export async function linkNumber(
  table: Table,
  number: StoredNumber,
  records: readonly NewRecord[],
): Promise<void> {
  const { user_id, counted_as: quota } = number;
  const place = quota && countNumber(table, user_id, quota);
  try {
    await addNumber(table, number, { records, further: place ? [place] : [] });
  } catch (error) {
    const isOnlyThat = error instanceof WritesRefused && error.writes.every((write) => write === place);
    throw quota && isOnlyThat ? numberQuotaExceeded(table, quota) : error;
  }
}
