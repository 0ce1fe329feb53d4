import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ChangeStamp } from '../../domain/audit/audit-entry.ts';
import { id } from '../../domain/fields.ts';
import type { StoredNumber } from '../../domain/records/number.ts';
import { WritesRefused } from '../lists/changes.ts';
import { deleteRecord } from '../records/delete-record.ts';
import type { NewRecord } from '../records/kinds.ts';
import { createRecords, getRecord } from '../records/records.ts';
import { fieldUpdate } from '../table/field-update.ts';
import { holderKey, type Key, OPEN_CALLS, phoneKey, recordKey } from '../table/keys.ts';
import { attemptUntil } from '../table/retry.ts';
import type { Table } from '../table/table.ts';
import { transactIf, type WriteItem } from '../table/write-if.ts';
import { countNumber, numberQuotaExceeded } from './number-places.ts';

const phone = z.object({
  number_id: id,
  active: z.boolean(),
  telephony_account_connection: z.nullable(id),
});
/** A user's telephone number: its record, and whether it is active. */
export type Phone = z.infer<typeof phone>;

/** A user's telephone number. Returns undefined if they never had it. */
export async function findPhone(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<Phone | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: phoneKey(userId, phoneNumber), ConsistentRead: true }),
  );
  return Item && phone.parse(Item);
}

/** The user's number. Returns undefined if they never had it. */
export async function findNumber(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<StoredNumber | undefined> {
  const found = await findPhone(table, userId, phoneNumber);
  return found && getRecord(table, userId, 'number', found.number_id);
}

/** Stores an active number, with the records created for it. */
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
    /** Who asked for it, if the service completes their purchase. @default whoever stores it */
    readonly boughtBy?: ChangeStamp | undefined;
    /** Store it although another record has the number: the vendor has just sold it. @default false */
    readonly evenIfHeld?: boolean;
  } = {},
): Promise<void> {
  const { user_id, id: number_id, active, telephony_account_connection } = number;
  const record = {
    ...number,
    ...(number.settle_at !== undefined && { open: OPEN_CALLS }),
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

/** Cancels a number. From then on it is due for reconciliation, which gives a bought number back to the vendor. */
export async function cancelNumber(table: Table, number: StoredNumber, now: Date): Promise<StoredNumber> {
  const { user_id, id, number: phoneNumber } = number;
  const key = { TableName: table.name };
  const due = { settle_at: now.toISOString() };
  await attemptUntil(async () => {
    const written = await transactIf(table, [
      {
        Update: {
          ...key,
          Key: recordKey(user_id, 'number', id),
          ...fieldUpdate({
            set: { active: false, ...due, open: OPEN_CALLS },
            condition: 'active = :true',
            values: { ':true': true },
          }),
        },
      },
      {
        Update: {
          ...key,
          Key: phoneKey(user_id, phoneNumber),
          ...fieldUpdate({ set: { active: false }, condition: 'number_id = :id', values: { ':id': id } }),
        },
      },
      // If another user has the number by now, it stays theirs.
      ...(await removalOfOwn(table, holderKey(phoneNumber), id)),
    ]);
    // The number is cancelled already.
    if (written.outcome === 'refused' && written.failedConditions[0]) return true;
    return written.outcome === 'done' || undefined;
  });
  return { ...number, active: false, ...due };
}

/** Deletes the record of a cancelled number. Returns false if it does not exist. */
export function deleteNumber(table: Table, number: StoredNumber): Promise<boolean> {
  const { user_id, id } = number;
  const further = () => removalOfOwn(table, phoneKey(user_id, number.number), id);
  return deleteRecord(table, user_id, { kind: 'number', id, further });
}

/** The deletion of an item that refers to this number; nothing if it refers to another by now. */
async function removalOfOwn(table: Table, Key: Key, id: string): Promise<WriteItem[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  if (Item?.number_id !== id) return [];
  return [
    {
      Delete: {
        TableName: table.name,
        Key,
        ConditionExpression: 'number_id = :id',
        ExpressionAttributeValues: { ':id': id },
      },
    },
  ];
}
