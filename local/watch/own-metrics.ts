import {
  type DimensionsOf,
  ENVIRONMENT_DIMENSION,
  METRIC_NAMESPACE,
  type MetricName,
} from '../../lambdas/runtime/metrics/catalogue.ts';
import type { ServiceSnapshot, ShownMetric } from './ask-service.ts';

/** The service's own metrics in a snapshot. */
export class OwnMetrics {
  readonly #metrics: readonly ShownMetric[];

  constructor({ metrics }: Pick<ServiceSnapshot, 'metrics'>) {
    this.#metrics = metrics.filter(({ namespace }) => namespace === METRIC_NAMESPACE);
  }

  /** The environment that emitted them; undefined before the first. */
  get environment(): string | undefined {
    return this.#metrics[0]?.dimensions[ENVIRONMENT_DIMENSION];
  }

  /** The figures of a metric without further dimensions; undefined if it had no values. */
  figures(name: MetricName): ShownMetric | undefined {
    return this.#metrics.find((metric) => metric.name === name);
  }

  /** The sum of a metric's values with these dimensions. */
  sum<Name extends MetricName>(name: Name, dimensions: Partial<DimensionsOf<Name>> = {}): number {
    const wanted = Object.entries(dimensions);
    return this.#metrics
      .filter((metric) => metric.name === name)
      .filter((metric) => wanted.every(([dimension, value]) => metric.dimensions[dimension] === value))
      .reduce((total, { sum }) => total + sum, 0);
  }
}
