import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type DimensionsOf,
  ENVIRONMENT_DIMENSION,
  METRIC_NAMESPACE,
  type MetricName,
} from '../../lambdas/platform/metrics/catalogue.ts';

const line = z.looseObject({
  _aws: z.object({
    Timestamp: z.number(),
    CloudWatchMetrics: z.tuple([
      z.object({
        Namespace: z.literal(METRIC_NAMESPACE),
        Dimensions: z.tuple([z.array(z.string())]),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ]),
  }),
});
const values = z.union([z.number().transform((value) => [value]), z.array(z.number())]);

/** A metric's values, emitted by a function at a time in milliseconds. */
interface Datum {
  readonly name: string;
  readonly at: number;
  readonly values: readonly number[];
  readonly dimensions: Readonly<Record<string, string>>;
}

/** The metrics in the local functions' logs (embedded metric format), up to `maxAgeMs` old. */
export class EmittedMetrics {
  readonly #folder: string;
  readonly #maxAgeMs: number;
  /** Bytes already read of each log. */
  readonly #read = new Map<string, number>();
  #data: Datum[] = [];

  constructor(folder: string, maxAgeMs: number) {
    this.#folder = folder;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Reads what was written since the last read. */
  refresh(): void {
    for (const file of readdirSync(this.#folder)) if (file.endsWith('.log')) this.add(this.#newText(file));
    this.#data = this.#data.filter(({ at }) => at > Date.now() - this.#maxAgeMs);
  }

  /** Adds the metrics in a log's lines. */
  add(text: string): void {
    for (const each of text.split('\n')) if (each.startsWith('{"_aws"')) this.#data.push(...metricsIn(each));
  }

  /** The name of the environment that emitted them; undefined before the first. */
  get environment(): string | undefined {
    return this.#data[0]?.dimensions[ENVIRONMENT_DIMENSION];
  }

  /** The values of a metric with these dimensions, in chronological order. */
  values<Name extends MetricName>(name: Name, dimensions: Partial<DimensionsOf<Name>> = {}): number[] {
    const wanted = Object.entries(dimensions);
    return this.#data
      .filter(
        (datum) => datum.name === name && wanted.every(([key, value]) => datum.dimensions[key] === value),
      )
      .sort((one, other) => one.at - other.at)
      .flatMap((datum) => datum.values);
  }

  #newText(file: string): string {
    const path = join(this.#folder, file);
    const { size } = statSync(path);
    const read = this.#read.get(file) ?? 0;
    // A rotated log is shorter.
    const from = size < read ? 0 : read;
    if (size === from) return '';
    const bytes = readFileSync(path).subarray(from);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    this.#read.set(file, from + whole.length);
    return whole.toString();
  }
}

function metricsIn(text: string): Datum[] {
  try {
    const { _aws, ...members } = line.parse(JSON.parse(text));
    const [{ Dimensions, Metrics }] = _aws.CloudWatchMetrics;
    const dimensions = Object.fromEntries(Dimensions[0].map((name) => [name, String(members[name])]));
    return Metrics.map(({ Name: name }) => ({
      name,
      at: _aws.Timestamp,
      values: values.parse(members[name]),
      dimensions,
    }));
  } catch {
    // A function's malformed output must not hide other figures.
    return [];
  }
}
