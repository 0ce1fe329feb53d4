import * as z from 'zod/mini';
import { accountConnection } from '../../account-connections/model/account-connection.ts';
import { id } from '../../platform/fields.ts';
import { atMost } from '../../platform/table/field-update.ts';
import { beginningWith, queryPages, readItem, updateItem, updateOf } from '../../platform/table/items.ts';
import { recordKey } from '../../platform/table/keys.ts';
import { tryTransact } from '../../platform/table/retry.ts';
import type { Table } from '../../platform/table/table.ts';
import type { WriteItem } from '../../platform/table/write-if.ts';
import type { ChangeStamp } from '../../records/model/change-stamp.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import { QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { WritesRefused } from '../../records/store/lists/write-to-lists.ts';
import { createRecords, getRevised, type Revised } from '../../records/store/records.ts';
import { openCallsKey, openShard } from '../../usage/store/keys.ts';
import type { StoredNumber } from '../model/number.ts';
import { numberKind } from '../model/number.ts';
import { holderKey, phoneKey } from './keys.ts';

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

export async function findRevisedNumber(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<Revised<StoredNumber> | undefined> {
  const found = await findPhone(table, userId, phoneNumber);
  return found && getRevised(table, userId, numberKind, found.number_id);
}

export const findNumber = async (...args: Parameters<typeof findRevisedNumber>) =>
  (await findRevisedNumber(...args))?.record;

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
    /** Store it even if another record has the number: the vendor has just sold it. @default false */
    readonly evenIfHeld?: boolean;
  } = {},
): Promise<void> {
  const { user_id, id: number_id, active, telephony_account_connection } = number;
  const record = {
    ...number,
    ...(number.reconcile_at !== undefined && { open: openShard(number_id) }),
    ...(boughtBy && { changed_by: boughtBy }),
  };
  await createRecords(
    table,
    [...records, { kind: numberKind, record }],
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

/** Stores and counts a number that its user links. Throws QuotaExceeded, and WritesRefused if the number is in use. */
export async function storeLink(
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

export async function reconcileFrom(table: Table, { user_id, id }: StoredNumber, now: Date): Promise<void> {
  await updateItem(table, recordKey(user_id, 'number', id), {
    set: { reconcile_at: now.toISOString(), open: openShard(id) },
    condition: 'attribute_exists(pk)',
  });
}

/** Stores that the number matches the vendor's state, unless it changed. A cancelled one stops counting. */
export async function finishReconciliation(table: Table, number: StoredNumber): Promise<void> {
  const { user_id, id, reconcile_at, active } = number;
  if (reconcile_at === undefined) return;
  const places = active ? [] : uncountNumber(table, number);
  const update = updateOf(table, recordKey(user_id, 'number', id), {
    remove: ['reconcile_at', 'open', 'reconciliation', ...(places.length > 0 ? ['counted_as'] : [])],
    condition: `reconcile_at = :read AND active = :active${places.length > 0 ? ' AND attribute_exists(counted_as)' : ''}`,
    values: { ':read': reconcile_at, ':active': active },
  });
  await tryTransact(table, [update, ...places]);
}

/** The quotas of numbers: on the platform's account, and on accounts of the user. */
export type NumberQuota = NonNullable<StoredNumber['counted_as']>;

export const numberQuota = (connection: string | null): NumberQuota =>
  connection === null ? 'numbers' : 'own_numbers';

/** The write that counts a number for its user's quota; refused if the quota is exhausted. */
export const countNumber = (table: Table, userId: string, quota: NumberQuota): WriteItem =>
  updateOf(table, openCallsKey(userId), {
    add: { [quota]: 1 },
    ...atMost(quota, table.quotas?.[quota], 1),
  });

/** The write that counts a number that was paid for, regardless of the quota. */
export const countRegardless = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [updateOf(table, openCallsKey(user_id), { add: { [counted_as]: 1 } })] : [];

/** The write that stops counting a number; nothing if it never counted. */
export const uncountNumber = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [updateOf(table, openCallsKey(user_id), { add: { [counted_as]: -1 } })] : [];

/** The quota of numbers, or of purchases in a day, is exhausted. */
export const numberQuotaExceeded = (table: Table, quota: NumberQuota | 'number_purchases'): QuotaExceeded =>
  new QuotaExceeded({ quota, limit: table.quotas?.[quota] ?? 0 });

type Counted = Pick<StoredNumber, 'user_id' | 'counted_as'>;

export class CallerIdRefused extends Error {
  override readonly name = 'CallerIdRefused';
  readonly reason: 'cancelled' | 'not_held';

  constructor(reason: CallerIdRefused['reason']) {
    super('The user may not call from this number.');
    this.reason = reason;
  }
}

/** The account for calls from a number; null for the platform's. Throws CallerIdRefused. */
export async function accountForCaller(
  table: Table,
  userId: string,
  phoneNumber: string,
): Promise<string | null> {
  const phone = await findPhone(table, userId, phoneNumber);
  if (phone?.active) return phone.telephony_account_connection;
  const anyCaller = await findAnyCallerConnection(table, userId);
  if (anyCaller) return anyCaller;
  throw new CallerIdRefused(phone ? 'cancelled' : 'not_held');
}

async function findAnyCallerConnection(table: Table, userId: string): Promise<string | undefined> {
  const pages = queryPages(table, {
    ...beginningWith(recordKey(userId, 'account_connection', ''), { ':true': true }),
    FilterExpression: 'account_supports_any_caller_id = :true',
    ScanIndexForward: false,
  });
  for await (const [found] of pages) {
    if (found) return accountConnection.parse(found).id;
  }
  return undefined;
}
