import { ENVIRONMENT_DIMENSION, METRIC_NAMESPACE, METRICS, type MetricName } from './catalogue.ts';

export type Values<Name extends MetricName> = {
  readonly [Metric in Name]?: number | readonly number[] | undefined;
};

const MOST_VALUES = 100;

/** Values of metrics with the same dimensions, in CloudWatch's embedded metric format (EMF). */
export class MetricLine {
  readonly #dimensions: Readonly<Record<string, string>>;
  readonly #values = new Map<MetricName, number[]>();

  constructor(values: Values<MetricName>, dimensions: Readonly<Record<string, string>>) {
    this.#dimensions = dimensions;
    for (const name of namesIn(values)) {
      const measured = [values[name] ?? []].flat().filter(Number.isFinite);
      if (measured.length > 0) this.#values.set(name, measured);
    }
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Adds the values of another line. Returns false if its metrics or dimensions differ, or the line is full. */
  takes(other: MetricLine): boolean {
    if (this.#kind !== other.#kind) return false;
    const hasRoom = [...other.#values].every(
      ([name, values]) => values.length + (this.#values.get(name)?.length ?? 0) <= MOST_VALUES,
    );
    if (!hasRoom) return false;
    for (const [name, values] of other.#values) this.#values.get(name)?.push(...values);
    return true;
  }

  text(environment: string, timestamp: number): string {
    const dimensions = { [ENVIRONMENT_DIMENSION]: environment, ...this.#dimensions };
    const directive = {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [Object.keys(dimensions)],
      Metrics: [...this.#values.keys()].map((name) => ({ Name: name, Unit: METRICS[name].unit })),
    };
    const values = [...this.#values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]);
    return JSON.stringify({
      _aws: { Timestamp: timestamp, CloudWatchMetrics: [directive] },
      ...dimensions,
      ...Object.fromEntries(values),
    });
  }

  get #kind(): string {
    return JSON.stringify([this.#dimensions, [...this.#values.keys()]]);
  }
}

const namesIn = (values: Values<MetricName>) =>
  Object.keys(values).filter((name): name is MetricName => Object.hasOwn(METRICS, name));
