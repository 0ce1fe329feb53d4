import { ENVIRONMENT } from '../variables/system.ts';
import { readOptionalVariable } from '../variables/variable.ts';
import {
  type DimensionsOf,
  ENVIRONMENT_DIMENSION,
  METRIC_NAMESPACE,
  METRICS,
  type MetricName,
} from './catalogue.ts';

type Values<Name extends MetricName> = {
  readonly [Metric in Name]?: number | readonly number[] | undefined;
};

/** Emits values as a line of the log, without the prefix that Lambda adds to `console`. Never throws. */
export function emitMetrics<Name extends MetricName>(
  values: Values<Name>,
  ...[dimensions]: keyof DimensionsOf<Name> extends never ? [] : [DimensionsOf<Name>]
): void {
  try {
    const environment = readOptionalVariable(ENVIRONMENT);
    // Metrics are only read in a deployment.
    if (environment === undefined) return;
    const line = metricLine(values, { [ENVIRONMENT_DIMENSION]: environment, ...dimensions });
    if (line !== undefined) process.stdout.write(`${line}\n`);
  } catch {}
}

/** Values with the same dimensions in CloudWatch's embedded metric format (EMF). Returns undefined without values. */
export function metricLine(
  values: Values<MetricName>,
  dimensions: Readonly<Record<string, string>>,
): string | undefined {
  const measured = namesIn(values)
    .map((name) => [name, [values[name] ?? []].flat().filter(Number.isFinite)] as const)
    .filter(([, list]) => list.length > 0);
  if (measured.length === 0) return undefined;
  const directive = {
    Namespace: METRIC_NAMESPACE,
    Dimensions: [Object.keys(dimensions)],
    Metrics: measured.map(([name]) => ({ Name: name, Unit: METRICS[name].unit })),
  };
  return JSON.stringify({
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] },
    ...dimensions,
    ...Object.fromEntries(measured.map(([name, list]) => [name, list.length === 1 ? list[0] : list])),
  });
}

const namesIn = (values: Values<MetricName>) =>
  Object.keys(values).filter((name): name is MetricName => Object.hasOwn(METRICS, name));
