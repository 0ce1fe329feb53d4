import * as z from 'zod';
import { type MetricQuery, querySchema, readQuery } from '../alarms/metric-query.ts';

/** Where a widget is, in units of a dashboard that is 24 wide. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of a graph. */
export interface GraphLine {
  readonly label: string;
  readonly query: MetricQuery;
}

/** A widget of a dashboard. */
export type Widget = Place &
  (
    | { readonly kind: 'text'; readonly markdown: string }
    | { readonly kind: 'log'; readonly title: string; readonly query: string }
    | {
        readonly kind: 'graph';
        readonly title: string;
        /** What the values are. */
        readonly unit: string;
        readonly lines: readonly GraphLine[];
        readonly limits: readonly { readonly label: string; readonly value: number }[];
      }
  );

const options = z.object({
  id: z.string().optional(),
  expression: z.string().optional(),
  label: z.string().optional(),
  period: z.number().default(300),
  stat: z.string().default('Average'),
  visible: z.boolean().default(true),
});

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const widget = z.discriminatedUnion('type', [
  z.object({ ...place, type: z.literal('text'), properties: z.object({ markdown: z.string() }) }),
  z.object({
    ...place,
    type: z.literal('log'),
    properties: z.object({ title: z.string().default(''), query: z.string() }),
  }),
  z.object({
    ...place,
    type: z.literal('metric'),
    properties: z.object({
      title: z.string().default(''),
      metrics: z.array(z.array(z.unknown())),
      yAxis: z.object({ left: z.object({ label: z.string().default('') }).optional() }).optional(),
      annotations: z
        .object({
          horizontal: z.array(z.object({ label: z.string().default(''), value: z.number() })).default([]),
        })
        .optional(),
    }),
  }),
]);
const dashboard = z.object({ DashboardBody: z.string() });
const body = z.object({ widgets: z.array(widget) });

/**
 * Reads the widgets of a dashboard's properties. Throws for widgets that the local runtime does not know.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
 */
export function readDashboard(properties: unknown): Widget[] {
  const { DashboardBody } = dashboard.parse(properties);
  return body.parse(JSON.parse(DashboardBody)).widgets.map((read): Widget => {
    const { x, y, width, height } = read;
    const at = { x, y, width, height };
    if (read.type === 'text') return { ...at, kind: 'text', markdown: read.properties.markdown };
    if (read.type === 'log')
      return { ...at, kind: 'log', title: read.properties.title, query: read.properties.query };
    const { title, metrics, yAxis, annotations } = read.properties;
    return {
      ...at,
      kind: 'graph',
      title,
      unit: yAxis?.left?.label ?? '',
      lines: readLines(metrics),
      limits: annotations?.horizontal ?? [],
    };
  });
}

/**
 * A row is a namespace, a name, then alternating names and values of dimensions, and options; or options with an
 * expression.
 */
function readLines(rows: readonly (readonly unknown[])[]): GraphLine[] {
  const parts = rows.map((row, index) => {
    const given = row.at(-1);
    const read = options.parse(typeof given === 'object' ? given : {});
    return { ...read, id: read.id ?? `row${index}`, words: row.filter((word) => typeof word === 'string') };
  });
  return parts
    .filter(({ visible }) => visible)
    .map((shown) => {
      // Metrics that an expression does not use are omitted: they may have another period.
      const used = parts.filter(
        (part) => part === shown || (shown.expression !== undefined && !part.visible),
      );
      const Metrics = used.map(
        ({ id, expression, period, stat, words: [Namespace, MetricName, ...pairs] }) => ({
          Id: id,
          ReturnData: id === shown.id,
          ...(expression === undefined
            ? {
                MetricStat: {
                  Metric: { Namespace, MetricName, Dimensions: dimensionsOf(pairs) },
                  Period: period,
                  Stat: stat,
                },
              }
            : { Expression: expression, Period: period }),
        }),
      );
      return {
        label: shown.label ?? shown.words[1] ?? shown.id,
        query: readQuery(querySchema.parse({ Metrics })),
      };
    });
}

const dimensionsOf = (pairs: readonly string[]) =>
  pairs.flatMap((Name, index) => (index % 2 === 0 ? [{ Name, Value: pairs[index + 1] }] : []));
