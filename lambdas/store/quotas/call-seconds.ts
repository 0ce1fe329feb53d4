import { monthOf, secondsBetween } from '../../domain/calls/usage.ts';
import { dayOf } from '../../domain/quotas/quotas.ts';
import { COST_PREFIX, SECONDS_PREFIX } from './open-calls.ts';

/** A call that is over. */
interface EndedCall {
  readonly start: Date;
  readonly end: Date;
  /** Whether it went through the platform's telephony account. */
  readonly isOnPlatform: boolean;
}

/**
 * The seconds of a call, for the month in which it began (`2026-01`) and, on the platform's account, for the day on which
 * it ended (`2026-01-01`). They are counted in a shard of its user's counters, by the transaction that ends it.
 */
export function secondsByPeriod({ start, end, isOnPlatform }: EndedCall): Readonly<Record<string, number>> {
  const seconds = secondsBetween(start, end);
  return { [monthOf(start)]: seconds, ...(isOnPlatform && { [dayOf(end)]: seconds }) };
}

/** The seconds of the days that a change of a shard counted, increased by these. */
export function secondsAdded(before: ShardItem, after: ShardItem): [day: string, seconds: number][] {
  return secondsFields(after).flatMap((field): [string, number][] => {
    const day = field.slice(SECONDS_PREFIX.length);
    const seconds = Number(after[field]) - Number(before[field] ?? 0);
    return day.length === DAY_LENGTH && seconds > 0 ? [[day, seconds]] : [];
  });
}

/** Months, and days, that a shard keeps: the present one and the one before. */
const KEPT_PERIODS = 2;

/** The attributes of a shard that count seconds or cost of periods that are no longer needed. */
export function pastPeriods(shard: ShardItem): string[] {
  const costs = Object.keys(shard).filter((name) => name.startsWith(COST_PREFIX));
  // Those that differ by their period alone.
  const alike = Map.groupBy([...secondsFields(shard), ...costs], (name) => name.replace(/\d+/g, '0'));
  return [...alike.values()].flatMap((names) => names.sort().slice(0, -KEPT_PERIODS));
}

type ShardItem = Readonly<Record<string, unknown>>;

const secondsFields = (shard: ShardItem) =>
  Object.keys(shard).filter((name) => name.startsWith(SECONDS_PREFIX));

/** Characters of a day, as `2026-01-01`; a month has fewer. */
const DAY_LENGTH = 10;
