import type { Samples } from './samples.ts';

/** A statistic of a period with at least one value. */
export type Statistic = (samples: Samples) => number;

const SIMPLE: Readonly<Record<string, Statistic>> = {
  Sum: ({ sum }) => sum,
  Average: ({ sum, count }) => sum / count,
  Minimum: ({ minimum }) => minimum,
  Maximum: ({ maximum }) => maximum,
  SampleCount: ({ count }) => count,
};

/** Statistics of the values in a range: `PR(lower:upper)` is the share in percent, and so on. */
const OF_RANGE: Readonly<Record<string, (among: ReturnType<Samples['between']>, all: Samples) => number>> = {
  PR: (among, all) => (100 * among.count) / all.count,
  TC: (among) => among.count,
  TS: (among) => among.sum,
  TM: (among) => (among.count === 0 ? 0 : among.sum / among.count),
};

/**
 * Reads a statistic: Sum, Average, Minimum, Maximum, SampleCount, a percentile such as p99.9, or PR, TC, TS and TM with
 * absolute bounds, such as `PR(:300)`. Throws for others.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
 */
export function readStatistic(name: string): Statistic {
  const simple = SIMPLE[name];
  if (simple) return simple;
  const percent = percentOf(name);
  if (percent !== undefined) return (samples) => samples.percentile(percent);
  const [, kind = '', lower, upper] = /^(\w\w)\(([\d.]*):([\d.]*)\)$/.exec(name) ?? [];
  const ofRange = OF_RANGE[kind.toUpperCase()];
  if (!ofRange) throw new Error(`the statistic ${name} is not known to the local runtime`);
  const from = lower ? Number(lower) : Number.NEGATIVE_INFINITY;
  const to = upper ? Number(upper) : Number.POSITIVE_INFINITY;
  return (samples) => ofRange(samples.between(from, to), samples);
}

/** The percent of a percentile such as p99, or undefined. */
export function percentOf(statistic: string): number | undefined {
  const [, percent] = /^p(\d{1,2}(?:\.\d+)?|100)$/i.exec(statistic) ?? [];
  return percent === undefined ? undefined : Number(percent);
}
