import * as z from 'zod/mini';
import type { QuotaUse } from '../../calls/model/usage.ts';
import { getItems } from '../../platform/table/get-items.ts';
import { dayUseKey, type Key, userPartition } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { COUNTED_QUOTAS, readListCount } from '../../records/store/lists/bounds.ts';
import { dayOf, isDaily, nextDay, type QuotaName, quotas, usedOfDay } from '../model/quotas.ts';
import { readDayUse, rehearsalBytesIn, rehearsalDayKeys } from './day-use.ts';
import { countsIn, countsKeys } from './open-calls.ts';

export async function loadQuotaUse(table: Table, userId: string, now: Date): Promise<QuotaUse[]> {
  const day = dayUseKey(userId, dayOf(now));
  const days = rehearsalDayKeys({ userId, now });
  const lists = COUNTED_QUOTAS.map(({ quota, sk }) => ({ quota, key: { pk: userPartition(userId), sk } }));
  const items = await getItems(table, [...countsKeys(userId), ...days, ...lists.map(({ key }) => key)]);
  const at = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk);
  const lengths = lists.map(({ quota, key }) => [quota, readListCount(at(key))] as const);
  const { sums, secondsIn } = countsIn(userId, items);
  const dayUse = { ...readDayUse(at(day)), call_seconds: secondsIn(dayOf(now)) };
  const stored_bytes = sums.stored_bytes + rehearsalBytesIn(days.map((key) => at(key) ?? {}));
  const { numbers, own_numbers, scheduled_calls } = sums;
  const usedByQuota: Partial<Record<QuotaName, number>> = {
    ...{ numbers, own_numbers, scheduled_calls, stored_bytes },
    ...Object.fromEntries(lengths),
  };
  return z.keyof(quotas._zod.innerType).options.map((name) => ({
    name,
    limit: table.quotas?.[name] ?? null,
    used: isDaily(name) ? usedOfDay(name, dayUse) : (usedByQuota[name] ?? 0),
    ...(isDaily(name) && { period: 'day' as const, resets_at: nextDay(now).toISOString() }),
  }));
}
