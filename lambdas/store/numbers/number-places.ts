import { QuotaExceeded } from '../../domain/quotas/quota-exceeded.ts';
import type { StoredNumber } from '../../domain/records/number.ts';
import { atMost } from '../quotas/open-calls.ts';
import { openCallsKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { WriteItem } from '../table/write-if.ts';

/** The quotas of numbers: those on the platform's account and those on accounts of the user's own. */
export type NumberQuota = NonNullable<StoredNumber['counted_as']>;

/** The quota that a number counts for which is held through this connection; null for the platform's account. */
export const numberQuota = (connection: string | null): NumberQuota =>
  connection === null ? 'numbers' : 'own_numbers';

/** The write by which a number takes its place among those that its user may have; it is refused when there is none. */
export function takePlace(table: Table, userId: string, quota: NumberQuota): WriteItem {
  const { Update } = changePlaces(table, { userId, quota, by: 1 });
  const bound = atMost(quota, table.quotas?.[quota], 1);
  if (!bound) return { Update };
  return {
    Update: {
      ...Update,
      ConditionExpression: bound.condition,
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, [bound.value]: bound.room },
    },
  };
}

/** The write by which a number that was paid for takes its place, however many there are. */
export const takePlaceAnyway = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [changePlaces(table, { userId: user_id, quota: counted_as, by: 1 })] : [];

/** The write by which it gives its place back; nothing for one that was never counted. */
export const giveBackPlace = (table: Table, { user_id, counted_as }: Counted): WriteItem[] =>
  counted_as ? [changePlaces(table, { userId: user_id, quota: counted_as, by: -1 })] : [];

/** The user has as many numbers as they may have, or has bought as many as the day allows. */
export const quotaMet = (table: Table, quota: NumberQuota | 'number_purchases'): QuotaExceeded =>
  new QuotaExceeded({ quota, limit: table.quotas?.[quota] ?? 0 });

type Counted = Pick<StoredNumber, 'user_id' | 'counted_as'>;

function changePlaces(
  table: Table,
  { userId, quota, by }: { readonly userId: string; readonly quota: NumberQuota; readonly by: number },
) {
  return {
    Update: {
      TableName: table.name,
      Key: openCallsKey(userId),
      UpdateExpression: `ADD ${quota} :by`,
      ExpressionAttributeValues: { ':by': by },
    },
  };
}
