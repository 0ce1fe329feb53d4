/** The identity of a metric. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** Values of a metric at a time, in milliseconds since 1970. */
export interface Datum {
  readonly metric: Metric;
  readonly values: readonly number[];
  readonly at: number;
}

/** The same text for the same metric, whatever the order of its dimensions. */
export function keyOf({ namespace, name, dimensions }: Metric): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
