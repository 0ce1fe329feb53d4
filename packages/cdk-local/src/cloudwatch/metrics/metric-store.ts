import { type Datum, keyOf, type Metric } from './metric.ts';
import { Samples } from './samples.ts';

export const MINUTE_MS = 60_000;

/** A metric with its values by minutes since 1970. */
interface Series {
  readonly metric: Metric;
  readonly minutes: Map<number, Samples>;
}

/** Values of metrics by the minute, as CloudWatch keeps those of standard resolution. */
export class MetricStore {
  readonly #series = new Map<string, Series>();
  readonly #keptMinutes: number;

  /** Keeps values for these minutes. */
  constructor(keptMinutes: number) {
    this.#keptMinutes = keptMinutes;
  }

  record({ metric, values, at }: Datum): void {
    const key = keyOf(metric);
    const series = this.#series.get(key) ?? { metric, minutes: new Map<number, Samples>() };
    this.#series.set(key, series);
    const minute = Math.floor(at / MINUTE_MS);
    const samples = series.minutes.get(minute) ?? new Samples();
    for (const value of values) samples.add(value);
    if (series.minutes.has(minute)) return;
    series.minutes.set(minute, samples);
    this.#forget(series, minute - this.#keptMinutes);
  }

  /** The values from one time until before another, in milliseconds at whole minutes; undefined if there are none. */
  between(metric: Metric, from: number, until: number): Samples | undefined {
    const minutes = this.#series.get(keyOf(metric))?.minutes;
    if (!minutes) return undefined;
    const all = new Samples();
    for (let minute = Math.floor(from / MINUTE_MS); minute < until / MINUTE_MS; minute += 1) {
      const samples = minutes.get(minute);
      if (samples) all.addAll(samples);
    }
    return all.count === 0 ? undefined : all;
  }

  /** All metrics that have had a value. */
  metrics(): readonly Metric[] {
    return [...this.#series.values()].map(({ metric }) => metric);
  }

  #forget({ minutes }: Series, before: number): void {
    for (const minute of minutes.keys()) if (minute < before) minutes.delete(minute);
  }
}
