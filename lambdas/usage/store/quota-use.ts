import * as z from 'zod/mini';
import { getItems } from '../../platform/table/get-items.ts';
import { type Key, userPartition } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { isDaily, nextDay, QuotaExceeded } from '../../records/model/quota-exceeded.ts';
import { type countedQuotas, loadListItems, readListCount } from '../../records/store/lists/bounds.ts';
import { dayOf, type QuotaName, quotaFields, usedOfDay } from '../model/quotas.ts';
import type { QuotaUse } from '../model/usage.ts';
import { readDayUse, rehearsalBytesIn, rehearsalDayKeys, type UserDay } from './day-use.ts';
import { dayUseKey } from './keys.ts';
import { countsIn, countsKeys, loadCallCounts } from './open-calls.ts';

export async function loadQuotaUse(
  table: Table,
  { userId, now }: UserDay,
  counted: ReturnType<typeof countedQuotas>,
): Promise<QuotaUse[]> {
  const day = dayUseKey(userId, dayOf(now));
  const lists = counted.map(({ quota, sk }) => ({ quota, key: { pk: userPartition(userId), sk } }));
  const keys = [...countsKeys(userId), day, ...lists.map(({ key }) => key)];
  const [items, stored_bytes] = await Promise.all([
    getItems(table, keys),
    loadStoredBytes(table, { userId, now }),
  ]);
  const at = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk);
  const lengths = lists.map(({ quota, key }) => [quota, readListCount(at(key))] as const);
  const { sums, secondsIn } = countsIn(userId, items);
  const dayUse = { ...readDayUse(at(day)), call_seconds: secondsIn(dayOf(now)) };
  const { numbers, own_numbers, scheduled_calls } = sums;
  const usedByQuota: Partial<Record<QuotaName, number>> = {
    ...{ numbers, own_numbers, scheduled_calls, stored_bytes },
    ...Object.fromEntries(lengths),
  };
  return z.keyof(z.object(quotaFields())).options.map((name) => ({
    name,
    limit: table.quotas?.[name] ?? null,
    used: isDaily(name) ? usedOfDay(name, dayUse) : (usedByQuota[name] ?? 0),
    ...(isDaily(name) && { period: 'day' as const, resets_at: nextDay(now).toISOString() }),
  }));
}

/** The list of tests, whose items contain the size of each test. */
const TESTS = { name: 'test', hasListItems: true };

const sizedItem = z.object({ bytes: z._default(z.number(), 0) });

async function loadStoredBytes(table: Table, day: UserDay): Promise<number> {
  const [{ sums }, days, tests] = await Promise.all([
    loadCallCounts(table, day.userId),
    getItems(table, rehearsalDayKeys(day)),
    loadListItems(table, { userId: day.userId, kind: TESTS }),
  ]);
  const ofTests = tests.reduce((sum, item) => sum + sizedItem.parse(item).bytes, 0);
  return sums.stored_bytes + rehearsalBytesIn(days) + ofTests;
}

/** Throws QuotaExceeded if the user's stored bytes leave less than `bytes`. */
export async function requireStoredRoom(table: Table, day: UserDay, bytes = 1): Promise<void> {
  const limit = table.quotas?.stored_bytes;
  if (typeof limit !== 'number') return;
  if ((await loadStoredBytes(table, day)) + bytes > limit)
    throw new QuotaExceeded({ quota: 'stored_bytes', limit });
}
