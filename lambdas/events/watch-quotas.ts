import { logger } from '../platform/logger.ts';
import { emitMetrics } from '../platform/metrics/emit.ts';
import type { QuotaLimits } from '../platform/table/quota-limits.ts';
import { DAILY_QUOTAS } from '../records/model/quota-exceeded.ts';
import type { countedQuotas } from '../records/store/lists/bounds.ts';
import { readListCount } from '../records/store/lists/bounds.ts';
import { sharesPassed } from '../usage/model/quotas.ts';
import { secondsOfLastDay } from '../usage/store/call-seconds.ts';
import { readDayUse } from '../usage/store/day-use.ts';
import { countsKey, DAY_USE, openCallsKey, ownerOfCounts } from '../usage/store/keys.ts';
import { readCounts } from '../usage/store/open-calls.ts';

type Item = Readonly<Record<string, unknown>>;

export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item;
}

interface QuotaWatch {
  readonly limits: QuotaLimits;
  /** The quotas of lists. */
  readonly counted: ReturnType<typeof countedQuotas>;
}

/** Logs that a user passed a share of a quota, once for each counting item that passes it. */
export function watchQuotas({ before, after }: ItemChange, { limits, counted }: QuotaWatch): void {
  const [was, is] = [new Map(before ? usesIn(before, counted) : []), usesIn(after, counted)];
  for (const [quota, used] of is)
    reportPassedShares(quota, limits, {
      userId: ownerOfCounts(String(after.pk)),
      before: was.get(quota) ?? 0,
      after: used,
    });
}

interface UseChange {
  readonly userId: string | undefined;
  readonly before: number;
  readonly after: number;
}

function reportPassedShares(quota: string, limits: QuotaLimits, { userId, ...change }: UseChange): void {
  for (const share of sharesPassed(limits[quota], change)) {
    emitMetrics({ QuotaSharesPassed: 1 });
    logger.warn('A user passed a share of a quota.', { userId, quota, share });
  }
}

function usesIn(item: Item, counted: QuotaWatch['counted']): [string, number][] {
  const key = String(item.sk);
  if (key === DAY_USE) {
    const use = readDayUse({ ...item });
    return DAILY_QUOTAS.filter((name) => name !== 'call_minutes').map((name) => [name, use[name]]);
  }
  if (key === openCallsKey('').sk) {
    const { numbers, own_numbers } = readCounts({ ...item });
    return [
      ['numbers', numbers],
      ['own_numbers', own_numbers],
    ];
  }
  if (key === countsKey('').sk) {
    const { scheduled_calls, stored_bytes } = readCounts({ ...item });
    return [
      ['scheduled_calls', scheduled_calls],
      ['stored_bytes', stored_bytes],
      ['call_minutes', secondsOfLastDay(item) / 60],
    ];
  }
  return counted.flatMap(({ quota, sk }) => (sk === key ? [[quota, readListCount(item)]] : []));
}
