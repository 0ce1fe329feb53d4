import type { Schema } from '../../api/client.ts';
import { percentile } from '../../format/numbers.ts';

/** What a summary needs of a call. */
type Summed = Pick<
  Schema<'ListedCall'>,
  'created_at' | 'status' | 'stage_outcome' | 'start_time' | 'end_time'
>;

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
  /** Null in intervals of which no call was read. */
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

/** How long callers waited for answers, in milliseconds, and the number of calls that tell. */
export interface Silence {
  readonly p50: number;
  readonly p95: number;
  readonly calls: number;
}

/** The silence before answers in the middle one of the calls: the median of their medians, and that of their 95th percentiles. */
export function silenceOf(calls: readonly Pick<Schema<'ListedCall'>, 'latency'>[]): Silence | undefined {
  const known = calls.flatMap(({ latency }) => latency ?? []);
  const middle = (values: readonly number[]) => percentile(values, 0.5);
  const p50 = middle(known.map(({ silence_p50_ms: ms }) => ms));
  const p95 = middle(known.map(({ silence_p95_ms: ms }) => ms));
  return p50 === undefined || p95 === undefined ? undefined : { p50, p95, calls: known.length };
}
