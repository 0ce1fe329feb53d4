import { GraphWidget, type IMetric, type IWidget, Row, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

interface Limit {
  readonly value: number;
  readonly label: string;
}

interface Question {
  /** The question: the graph's title. */
  readonly asks: string;
  readonly metrics: readonly IMetric[];
  /** Limits, drawn as lines. @default none */
  readonly limits?: readonly Limit[];
  /** The unit of the values, such as seconds. */
  readonly unit: string;
}

/** The line of an alarm's threshold; none without the alarm. */
export const limitAt = (value: number | undefined, label = 'alarm'): readonly Limit[] =>
  value === undefined ? [] : [{ value, label }];

export const WIDTH = 24;
const MOST_IN_ROW = 3;

/** A part of a dashboard: a heading, and a graph for each question. */
export function part(heading: string, questions: readonly Question[]): IWidget[] {
  const graphs = questions.map(
    ({ asks, metrics, limits = [], unit }) =>
      new GraphWidget({
        title: asks,
        left: [...metrics],
        leftYAxis: { label: unit, min: 0, showUnits: false },
        leftAnnotations: limits.map((limit) => ({ ...limit })),
        width: WIDTH / MOST_IN_ROW,
      }),
  );
  const rows = Array.from({ length: Math.ceil(graphs.length / MOST_IN_ROW) }, (_, row) =>
    graphs.slice(row * MOST_IN_ROW, (row + 1) * MOST_IN_ROW),
  );
  const title = new TextWidget({ markdown: `## ${heading}`, width: WIDTH, height: 1 });
  return [title, ...rows.map((row) => new Row(...row))];
}
