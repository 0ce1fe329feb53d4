import * as z from 'zod';
import { evaluate } from '../math/evaluate.ts';
import { type Expression, parseExpression } from '../math/parse.ts';
import { type Series, seriesOf } from '../math/values.ts';
import type { Metric } from '../metrics/metric.ts';
import type { MetricStore } from '../metrics/metric-store.ts';
import type { Samples } from '../metrics/samples.ts';
import { readStatistic, type Statistic } from '../metrics/statistic.ts';

const dimensions = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);

/** The properties that name metrics, of an alarm. */
export const querySchema = z.object({
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensions,
  Period: z.coerce.number().optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        ReturnData: z.boolean().default(true),
        Period: z.coerce.number().optional(),
        MetricStat: z
          .object({
            Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions }),
            Period: z.coerce.number(),
            Stat: z.string(),
          })
          .optional(),
      }),
    )
    .optional(),
});

/** A metric with its statistic. */
interface MetricPart {
  readonly id: string;
  readonly metric: Metric;
  readonly statistic: Statistic;
}

/** The values that an alarm observes: metrics, and possibly an expression of them. */
export interface MetricQuery {
  readonly periodMs: number;
  readonly metrics: readonly MetricPart[];
  readonly expressions: readonly { readonly id: string; readonly expression: Expression }[];
  /** The id of the metric or expression that is compared with the threshold. */
  readonly result: string;
}

const ONLY = 'm1';
const MINUTE_SECONDS = 60;

/** Reads the metrics of an alarm. Throws an error that names what the local runtime does not support. */
export function readQuery(given: z.infer<typeof querySchema>): MetricQuery {
  const { Namespace, MetricName, Metrics } = given;
  if (Namespace !== undefined && MetricName !== undefined) {
    const metric = metricOf({ Namespace, MetricName, Dimensions: given.Dimensions });
    const statistic = readStatistic(given.Statistic ?? given.ExtendedStatistic ?? '');
    return {
      ...periodOf(given.Period),
      metrics: [{ id: ONLY, metric, statistic }],
      expressions: [],
      result: ONLY,
    };
  }
  if (!Metrics) throw new Error('it watches no metric');
  const metrics = Metrics.flatMap(({ Id: id, MetricStat }) =>
    MetricStat
      ? [{ id, metric: metricOf(MetricStat.Metric), statistic: readStatistic(MetricStat.Stat) }]
      : [],
  );
  const expressions = Metrics.flatMap(({ Id: id, Expression }) =>
    Expression === undefined ? [] : [{ id, expression: parseExpression(Expression) }],
  );
  const [result, ...others] = Metrics.filter(({ ReturnData }) => ReturnData);
  if (!result || others.length > 0) throw new Error('exactly one of its metrics must return data');
  const periods = Metrics.map(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? 0);
  return { ...periodOf(Math.max(...periods)), metrics, expressions, result: result.Id };
}

/** The values of this number of periods before a time in milliseconds, oldest first. */
export function valuesOf(
  { periodMs, metrics, expressions, result }: MetricQuery,
  store: MetricStore,
  { until, periods }: { readonly until: number; readonly periods: number },
): Series {
  const series = new Map<string, Series>();
  for (const { id, metric, statistic } of metrics) {
    const samples = samplesOf(metric, store, { until, periods, periodMs });
    series.set(
      id,
      samples.map((each) => (each ? statistic(each) : undefined)),
    );
  }
  const ids = metrics.map(({ id }) => id);
  const waiting = [...expressions];
  // An expression may use one that is defined after it.
  for (let tries = waiting.length ** 2; waiting.length > 0 && tries >= 0; tries -= 1) {
    const next = waiting.shift();
    if (!next) break;
    if (waiting.some(({ id }) => mentions(next.expression, id))) waiting.push(next);
    else
      series.set(
        next.id,
        inPeriods(
          evaluate(next.expression, { series, metrics: ids, periodSeconds: periodMs / 1000 }),
          periods,
        ),
      );
  }
  return (series.get(result) ?? []).map((value) => (Number.isFinite(value) ? value : undefined));
}

/** The values of a metric by period, oldest first. */
export function samplesOf(
  metric: Metric,
  store: MetricStore,
  {
    until,
    periods,
    periodMs,
  }: { readonly until: number; readonly periods: number; readonly periodMs: number },
): (Samples | undefined)[] {
  return Array.from({ length: periods }, (_, index) => {
    const end = until - (periods - 1 - index) * periodMs;
    return store.between(metric, end - periodMs, end);
  });
}

const inPeriods = (value: ReturnType<typeof evaluate>, periods: number): Series =>
  typeof value === 'number' ? new Array<number>(periods).fill(value) : seriesOf(value);

function mentions(expression: Expression, id: string): boolean {
  switch (expression.kind) {
    case 'metric':
      return expression.id === id;
    case 'list':
      return expression.items.some((item) => mentions(item, id));
    case 'call':
      return expression.given.some((item) => mentions(item, id));
    case 'negative':
      return mentions(expression.of, id);
    case 'operation':
      return mentions(expression.left, id) || mentions(expression.right, id);
    default:
      return false;
  }
}

function periodOf(seconds: number | undefined): { periodMs: number } {
  if (seconds === undefined || seconds % MINUTE_SECONDS !== 0 || seconds === 0)
    throw new Error(`a period of ${seconds} seconds is not known to the local runtime, which counts minutes`);
  return { periodMs: seconds * 1000 };
}

const metricOf = ({
  Namespace: namespace,
  MetricName: name,
  Dimensions,
}: {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: z.infer<typeof dimensions>;
}): Metric => ({
  namespace,
  name,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
});
