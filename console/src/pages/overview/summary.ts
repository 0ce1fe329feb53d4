import type { Schema } from '../../api/client.ts';

/** How calls ended, for the chart: by their names in the API. */
export const RESULTS = [
  ['answered', 'answered'],
  ['not_reached', 'busy, no answer or not connected'],
  ['failed', 'failed'],
  ['open', 'open'],
] as const;

export type CallFigures = Schema<'CallFigures'>;
type Figures = Schema<'Figures'>;

const HOUR_MS = 3_600_000;

/** A time that the overview shows, in hours or days, and the same time before it; in milliseconds since 1970. */
export interface Period {
  readonly by: 'hour' | 'day';
  readonly from: number;
  readonly until: number;
  readonly before: { readonly from: number; readonly until: number };
}

/** Up to two days are shown in hours. The time before has as many days, up to the same time of day. */
export function periodOf(from: string, until: string | undefined, nowMs: number): Period {
  const [start, end] = [Date.parse(from), Math.min(until === undefined ? nowMs : Date.parse(until), nowMs)];
  const days = Math.max(1, Math.ceil((end - start) / (24 * HOUR_MS)));
  return {
    by: end - start <= 48 * HOUR_MS ? 'hour' : 'day',
    from: start,
    until: end,
    before: { from: daysEarlier(start, days), until: daysEarlier(end, days) },
  };
}

function daysEarlier(ms: number, days: number): number {
  const time = new Date(ms);
  return time.setDate(time.getDate() - days);
}

/** An interval of a period, with the figures of its calls; none if there were no calls. */
export interface Interval {
  readonly from: number;
  readonly until: number;
  readonly figures: Figures | undefined;
}

/** The hours or days of a period in the reader's zone. The API leaves out those without calls. */
export function intervalsOf({ by, from, until }: Period, { groups }: CallFigures): readonly Interval[] {
  const byTime = new Map(groups.map(({ time, figures }) => [time, figures]));
  const intervals: Interval[] = [];
  for (let begin = beginningOf(by, from); begin < until; ) {
    const next = nextOf(by, begin);
    intervals.push({ from: begin, until: next, figures: byTime.get(nameOf(by, begin)) });
    begin = next;
  }
  return intervals;
}

function beginningOf(by: Period['by'], ms: number): number {
  const time = new Date(ms);
  return by === 'day' ? time.setHours(0, 0, 0, 0) : time.setMinutes(0, 0, 0);
}

function nextOf(by: Period['by'], ms: number): number {
  // Some days begin at one o'clock.
  return by === 'hour' ? ms + HOUR_MS : new Date(daysEarlier(ms, -1)).setHours(0, 0, 0, 0);
}

/** The API's name of an hour or a day: `2026-11-28T14`. */
function nameOf(by: Period['by'], ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, by === 'day' ? 10 : 13);
}

/** The share of the calls that are over in which somebody answered; undefined if none is over. */
export function answeredShare({ results: { answered, not_reached: missed, failed } }: Figures) {
  const over = answered + missed + failed;
  return over > 0 ? answered / over : undefined;
}

/** The share of the analyzed calls that succeeded. */
export const successShare = ({ success: { judged, succeeded } }: Figures): number | undefined =>
  judged > 0 ? succeeded / judged : undefined;

/** The relative change of a figure; undefined without a previous value. */
export function changeOf(now: number | undefined, before: number | undefined): number | undefined {
  return now === undefined || before === undefined || before === 0 ? undefined : now / before - 1;
}
