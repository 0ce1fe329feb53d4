import { QUOTA_PASSED } from '../domain/quotas/quota-watch.ts';
import {
  DAILY_QUOTAS,
  type QuotaName,
  type Quotas,
  sharesPassed,
  usedOfDay,
} from '../domain/quotas/quotas.ts';
import { logger } from '../runtime/logger.ts';
import { quotaOfHead } from '../store/lists/bounds.ts';
import { readDayUse } from '../store/quotas/day-use.ts';
import { readDoNotCallCount } from '../store/quotas/do-not-call-count.ts';
import { readCounts } from '../store/quotas/open-calls.ts';
import { DAY_USE, doNotCallCountKey, openCallsKey, ownerOfCounts } from '../store/table/keys.ts';

type Item = Readonly<Record<string, unknown>>;

/** A change of an item; `before` is undefined for a new one. */
interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item;
}

/** Logs that a user passed a share of a quota, once per passing. */
export function watchQuotas({ before, after }: ItemChange, limits: Quotas): void {
  const [was, is] = [new Map(before ? usesIn(before) : []), usesIn(after)];
  for (const [quota, used] of is) {
    const change = { before: was.get(quota) ?? 0, after: used };
    for (const share of sharesPassed(limits[quota], change)) {
      logger.warn(QUOTA_PASSED, { userId: ownerOfCounts(String(after.pk)), quota, share });
    }
  }
}

/** The uses of quotas in an item; none for most items. */
function usesIn(item: Item): [QuotaName, number][] {
  const key = String(item.sk);
  if (key === DAY_USE) {
    const use = readDayUse({ ...item });
    return DAILY_QUOTAS.map((name) => [name, usedOfDay(name, use)]);
  }
  if (key === openCallsKey('').sk) {
    const { scheduled_calls, stored_bytes, numbers, own_numbers } = readCounts({ ...item });
    return [
      ['scheduled_calls', scheduled_calls],
      ['stored_bytes', stored_bytes],
      ['numbers', numbers],
      ['own_numbers', own_numbers],
    ];
  }
  if (key === doNotCallCountKey('').sk) return [['do_not_call_numbers', readDoNotCallCount({ ...item })]];
  const quota = quotaOfHead(key);
  return quota && typeof item.ids_count === 'number' ? [[quota, item.ids_count]] : [];
}
