import type { QuotaUse } from '../../domain/calls/usage.ts';
import {
  type DayUse,
  dayOf,
  isDaily,
  nextDay,
  type QuotaName,
  type Quotas,
  usedOfDay,
} from '../../domain/quotas/quotas.ts';
import { COUNTED_QUOTAS, readListCount } from '../lists/bounds.ts';
import { getItems } from '../table/get-items.ts';
import { dayUseKey, type Key, userPartition } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readDayUse, rehearsalBytesIn, rehearsalDayKeys } from './day-use.ts';
import { countsIn, countsKeys, type UserCounts } from './open-calls.ts';

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
  const used = usedOf({ ...sums, stored_bytes }, dayUse, Object.fromEntries(lengths));
  return NAMES.map((name) => ({
    name,
    limit: table.quotas?.[name] ?? null,
    used: used(name),
    ...(isDaily(name) && { period: 'day' as const, resets_at: nextDay(now).toISOString() }),
  }));
}

const NAMES = [
  'numbers',
  'own_numbers',
  'agents',
  'prompts',
  'prompt_templates',
  'voices',
  'actions',
  'webhooks',
  'vector_databases',
  'account_connections',
  'do_not_call_numbers',
  'scheduled_calls',
  'stored_bytes',
  'model_tokens',
  'call_minutes',
  'number_purchases',
  'do_not_call_changes',
] as const satisfies readonly (keyof Quotas)[];

function usedOf(
  { numbers, own_numbers, scheduled_calls, stored_bytes }: UserCounts,
  day: DayUse,
  lengths: Readonly<Partial<Record<QuotaName, number>>>,
) {
  const counts: Partial<Record<QuotaName, number>> = { numbers, own_numbers, scheduled_calls, stored_bytes };
  return (name: QuotaName): number =>
    isDaily(name) ? usedOfDay(name, day) : (lengths[name] ?? counts[name] ?? 0);
}
