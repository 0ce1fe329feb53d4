import type { Metric } from '../metrics/metric.ts';

/** How metrics get into CloudWatch. */
export interface Meters {
  /** Adds values now. */
  record(metric: Metric, ...values: readonly number[]): void;
  /** Takes the metrics from a line of a function's log. */
  readLine(line: string): void;
}

/** Counts nothing. */
export const NO_METERS: Meters = { record: () => {}, readLine: () => {} };
