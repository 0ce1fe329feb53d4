import { QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import type { StoredNumber } from '../../domain/records/number.ts';
import { atMost } from '../table/field-update.ts';
import { updateOf } from '../table/items.ts';
import { openCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

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

/** The write that counts a number that was paid for, whatever the quota. */
export const countRegardless = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [updateOf(table, openCallsKey(user_id), { add: { [counted_as]: 1 } })] : [];

/** The write that stops counting a number; nothing if it never counted. */
export const uncountNumber = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [updateOf(table, openCallsKey(user_id), { add: { [counted_as]: -1 } })] : [];

/** The quota of numbers, or of purchases in a day, is exhausted. */
export const numberQuotaExceeded = (table: Table, quota: NumberQuota | 'number_purchases'): QuotaExceeded =>
  new QuotaExceeded({ quota, limit: table.quotas?.[quota] ?? 0 });

type Counted = Pick<StoredNumber, 'user_id' | 'counted_as'>;
