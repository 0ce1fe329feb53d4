import type { AlarmStatus } from './alarms/alarm.ts';
import type { Metric } from './metrics/metric.ts';
import type { Samples } from './metrics/samples.ts';

/** Statistics of a metric's values in some minutes. */
interface Figures {
  readonly count: number;
  readonly sum: number;
  readonly maximum: number;
  /** The value that came last. */
  readonly latest: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** The present state of metrics and alarms. */
export interface Snapshot {
  /** CloudWatch's time, in milliseconds since 1970. */
  readonly now: number;
  /** The number of minutes that the figures cover: the present one and those before it. */
  readonly minutes: number;
  readonly alarms: readonly AlarmStatus[];
  /** The metrics that had values in these minutes. */
  readonly metrics: readonly (Metric & Figures)[];
}

export const figuresOf = (samples: Samples): Figures => ({
  count: samples.count,
  sum: samples.sum,
  maximum: samples.maximum,
  latest: samples.latest,
  p50: samples.percentile(50),
  p90: samples.percentile(90),
  p99: samples.percentile(99),
});
