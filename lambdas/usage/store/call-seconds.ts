import { dayOf } from '../model/quotas.ts';
import { monthOf, secondsBetween } from '../model/usage.ts';

export const SECONDS_PREFIX = 'seconds_';

export const COST_PREFIX = 'cost_';

interface EndedCall {
  readonly start: Date;
  readonly end: Date;
  readonly isOnPlatform: boolean;
}

/** The seconds of a call, for the month in which it began and, on the platform's account, the day on which it ended. */
export function secondsByPeriod({ start, end, isOnPlatform }: EndedCall): Readonly<Record<string, number>> {
  const seconds = secondsBetween(start, end);
  return { [monthOf(start)]: seconds, ...(isOnPlatform && { [dayOf(end)]: seconds }) };
}

export function secondsOfLastDay(item: CountsItem): number {
  const last = secondsFields(item)
    .filter((field) => field.length === SECONDS_PREFIX.length + DAY_LENGTH)
    .sort()
    .at(-1);
  return last === undefined ? 0 : Number(item[last]);
}

/** Number of months, and of days, that are kept: the current one and the one before. */
const KEPT_PERIODS = 2;

/** The attributes that count seconds or cost of periods that are no longer needed. */
export function pastPeriods(item: CountsItem): string[] {
  const costs = Object.keys(item).filter((name) => name.startsWith(COST_PREFIX));
  // Attributes that differ only in their period.
  const alike = Map.groupBy([...secondsFields(item), ...costs], (name) => name.replace(/\d+/g, '0'));
  return [...alike.values()].flatMap((names) => names.sort().slice(0, -KEPT_PERIODS));
}

type CountsItem = Readonly<Record<string, unknown>>;

const secondsFields = (item: CountsItem) =>
  Object.keys(item).filter((name) => name.startsWith(SECONDS_PREFIX));

/** Characters of a day, as `2026-01-01`; a month has fewer. */
const DAY_LENGTH = 10;
