import * as z from 'zod';
import { wholeLines } from './log-lines.ts';

const line = z.looseObject({
  _aws: z.strictObject({
    Timestamp: z.number().int(),
    CloudWatchMetrics: z
      .array(
        z.strictObject({
          Namespace: z.string(),
          Dimensions: z.array(z.array(z.string()).min(1).max(30)).min(1),
          Metrics: z
            .array(z.strictObject({ Name: z.string(), Unit: z.string() }))
            .min(1)
            .max(100),
        }),
      )
      .min(1),
  }),
});

/** A metric as CloudWatch would take it from a function's log. */
export interface EmittedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly unit: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly values: readonly number[];
  readonly text: string;
}

/** How many frames of conversations could not be handled so far. */
export const framesFailed = (data: string): number =>
  emittedMetrics(data).filter(({ name }) => name === 'FrameFailed').length;

/** The metrics in the logs of a local service's functions, by the rules of the embedded metric format. */
export function emittedMetrics(data: string): EmittedMetric[] {
  return wholeLines(data)
    .filter((text) => text.includes('"_aws"'))
    .flatMap(metricsIn);
}

/** CloudWatch takes metrics only from a line that is JSON from its first to its last character. */
function metricsIn(text: string): EmittedMetric[] {
  const { _aws, ...members } = line.parse(JSON.parse(text));
  const values = z.union([z.number().transform((value) => [value]), z.array(z.number()).min(1).max(100)]);
  return _aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(
        names.map((name) => [name, z.string().min(1).parse(members[name])]),
      );
      return Metrics.map(({ Name: name, Unit: unit }) => ({
        namespace,
        name,
        unit,
        dimensions,
        values: values.parse(members[name]),
        text,
      }));
    }),
  );
}
