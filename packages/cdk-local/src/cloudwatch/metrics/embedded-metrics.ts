import * as z from 'zod';
import type { Datum } from './metric.ts';

const directive = z.object({
  Namespace: z.string().min(1),
  Dimensions: z.array(z.array(z.string()).max(30)),
  Metrics: z.array(z.object({ Name: z.string().min(1) })).max(100),
});

const line = z.looseObject({
  _aws: z.object({ Timestamp: z.number(), CloudWatchMetrics: z.array(directive) }),
});

const values = z.union([z.number().transform((value) => [value]), z.array(z.number()).max(100)]);

/**
 * The metrics in a line of a log, in CloudWatch's embedded metric format; none if it is an ordinary line. Like
 * CloudWatch, it ignores lines that violate the format.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(text: string): Datum[] {
  if (!text.includes('"_aws"')) return [];
  const parsed = line.safeParse(jsonOf(text));
  if (!parsed.success) return [];
  const { _aws, ...members } = parsed.data;
  return _aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) => {
      const dimensions = dimensionsOf(names, members);
      if (!dimensions) return [];
      return Metrics.flatMap(({ Name: name }): Datum[] => {
        const measured = values.safeParse(members[name]);
        if (!measured.success) return [];
        return [{ metric: { namespace, name, dimensions }, values: measured.data, at: _aws.Timestamp }];
      });
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function dimensionsOf(
  names: readonly string[],
  members: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  const entries = names.map((name) => [name, members[name]] as const);
  const isComplete = entries.every(([, value]) => typeof value === 'string' && value !== '');
  return isComplete ? Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) : undefined;
}
