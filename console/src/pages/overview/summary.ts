import type { ListedCall } from '../../api/lists.ts';
import { secondsBetween } from '../../format/duration.ts';
import { percentile } from '../../format/numbers.ts';

/** What a summary needs of a call. */
type Summed = Pick<ListedCall, 'created_at' | 'status' | 'stage_outcome' | 'start_time' | 'end_time'>;

/** How calls ended, for the chart. */
export const RESULTS = ['answered', 'not reached', 'failed', 'open'] as const;

/** The result of a call. */
export function resultOf({
  status,
  stage_outcome: outcome,
  start_time: start,
}: Summed): (typeof RESULTS)[number] {
  if (status === 'in_progress' || status === 'not_started') return 'open';
  if (start === undefined || outcome === 'call_did_not_connect' || outcome === 'human_unanswered') {
    return status === 'error' && outcome === undefined ? 'failed' : 'not reached';
  }
  return status === 'error' ? 'failed' : 'answered';
}

const HOUR_MS = 3_600_000;

/**
 * When this many hours or days of the reader's zone begin, of which the last one contains the moment; in milliseconds
 * since 1970.
 */
export function beginningsOf(number: number, untilMs: number, interval: 'hour' | 'day'): readonly number[] {
  if (interval === 'day') {
    const day = new Date(untilMs);
    const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
    return Array.from({ length: number }, (_, at) => new Date(year, month, date - number + 1 + at).getTime());
  }
  // Some zones are not whole hours from UTC.
  const offsetMs = new Date(untilMs).getTimezoneOffset() * 60_000;
  const last = Math.floor((untilMs - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs;
  return Array.from({ length: number }, (_, at) => last - (number - 1 - at) * HOUR_MS);
}

/** Calls by interval of time and result: seconds since 1970 of each interval's beginning, and a row for each result. */
export interface Series {
  readonly times: readonly number[];
  /** Null in intervals without any loaded call. */
  readonly counts: readonly (readonly (number | null)[])[];
}

/**
 * Counts calls by interval; intervals without calls count none. `sinceMs`: when the oldest call that was read was created,
 * if older ones were not.
 */
export function seriesOf(
  calls: readonly Summed[],
  beginnings: readonly number[],
  sinceMs = Number.NEGATIVE_INFINITY,
): Series {
  const counts = RESULTS.map(() =>
    beginnings.map((_, at): number | null =>
      (beginnings[at + 1] ?? Number.POSITIVE_INFINITY) > sinceMs ? 0 : null,
    ),
  );
  for (const call of calls) {
    const created = Date.parse(call.created_at);
    const at = beginnings.findLastIndex((begin) => begin <= created);
    const row = counts[RESULTS.indexOf(resultOf(call))];
    const before = row?.[at] ?? null;
    if (row && before !== null) row[at] = before + 1;
  }
  return { times: beginnings.map((ms) => ms / 1000), counts };
}

/** The time that the overview shows, and the same time before it: in milliseconds since 1970. */
interface Period {
  /** When the hours of today, or the days, begin. */
  readonly beginnings: readonly number[];
  readonly before: { readonly from: number; readonly until: number };
}

/** Today, or the days up to now, in the reader's zone; and as many days before, up to the same time of day. */
export function periodOf(days: number, nowMs: number): Period {
  const daily = beginningsOf(days, nowMs, 'day');
  const from = daily[0] ?? nowMs;
  const hours = Math.floor((nowMs - from) / HOUR_MS) + 1;
  return {
    beginnings: days === 1 ? beginningsOf(hours, nowMs, 'hour') : daily,
    before: { from: daysEarlier(from, days), until: daysEarlier(nowMs, days) },
  };
}

function daysEarlier(ms: number, days: number): number {
  const time = new Date(ms);
  return time.setDate(time.getDate() - days);
}

/** The figures of some calls. What no call tells is undefined. */
interface Figures {
  readonly calls: number;
  /** The share of the calls that are over in which somebody answered. */
  readonly answered: number | undefined;
  /** Median, in seconds. */
  readonly length: number | undefined;
  /** Median of the calls' medians, in milliseconds. */
  readonly silence: number | undefined;
  readonly cost: number | undefined;
}

/** The figures of these calls. */
export function figuresOf(calls: readonly (Summed & Pick<ListedCall, 'latency' | 'cost'>)[]): Figures {
  const over = calls.map(resultOf).filter((result) => result !== 'open');
  const median = (values: readonly number[]) => percentile(values, 0.5);
  const costs = calls.flatMap(({ cost }) => cost?.total ?? []);
  return {
    calls: calls.length,
    answered:
      over.length > 0 ? over.filter((result) => result === 'answered').length / over.length : undefined,
    length: median(calls.flatMap(({ start_time: start, end_time: end }) => secondsBetween(start, end) ?? [])),
    silence: median(calls.flatMap(({ latency }) => latency?.silence_p50_ms ?? [])),
    cost: costs.length > 0 ? costs.reduce((sum, one) => sum + one, 0) : undefined,
  };
}

/** The figures of each interval. */
export function figuresByInterval(
  calls: Parameters<typeof figuresOf>[0],
  beginnings: readonly number[],
): readonly Figures[] {
  const parts = beginnings.map((): (typeof calls)[number][] => []);
  for (const call of calls) {
    const created = Date.parse(call.created_at);
    parts[beginnings.findLastIndex((begin) => begin <= created)]?.push(call);
  }
  return parts.map(figuresOf);
}

/** The relative change of a figure; undefined without a previous value. */
export function changeOf(now: number | undefined, before: number | undefined): number | undefined {
  return now === undefined || before === undefined || before === 0 ? undefined : now / before - 1;
}
