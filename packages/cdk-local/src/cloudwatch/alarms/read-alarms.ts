import * as z from 'zod';
import { readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { isCounted } from '../counts/counted.ts';
import { MINUTE_MS } from '../metrics/metric-store.ts';
import { percentOf } from '../metrics/statistic.ts';
import { type AlarmRule, parseAlarmRule } from './alarm-rule.ts';
import { type Criterion, rangeOf } from './judge.ts';
import { type MetricQuery, querySchema, readQuery } from './metric-query.ts';

/** The properties of every alarm. */
interface Common {
  readonly resource: Resource;
  readonly description: string;
  readonly hasActions: boolean;
  readonly actionsEnabled: boolean;
}

/** An alarm on a metric, or an expression of metrics. */
export interface MetricAlarm extends Common, Criterion {
  readonly kind: 'metric';
  readonly query: MetricQuery;
  /** The comparison, for people. */
  readonly criterion: string;
  /** Least values in a period; with fewer, the state does not change. */
  readonly leastValues: number;
}

/** An alarm on the states of others. */
export interface CompositeAlarm extends Common {
  readonly kind: 'composite';
  readonly rule: AlarmRule;
  /** The name or ARN of the alarm that suppresses the actions; times in milliseconds. */
  readonly suppressor:
    | { readonly alarm: string; readonly waitMs: number; readonly extensionMs: number }
    | undefined;
}

/** An alarm that cannot be evaluated here. */
export interface UnknownAlarm extends Common {
  readonly kind: 'unknown';
  readonly fault: string;
}

export type Alarm = MetricAlarm | CompositeAlarm | UnknownAlarm;

const common = z.object({
  AlarmDescription: z.string().default(''),
  AlarmActions: z.array(z.unknown()).default([]),
  ActionsEnabled: z.boolean().default(true),
});

const metricAlarm = querySchema.extend({
  ComparisonOperator: z.string(),
  Threshold: z.coerce.number().optional(),
  EvaluationPeriods: z.coerce.number(),
  DatapointsToAlarm: z.coerce.number().optional(),
  TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore', 'missing']).default('missing'),
  EvaluateLowSampleCountPercentile: z.enum(['evaluate', 'ignore']).default('evaluate'),
});

const compositeAlarm = z.object({
  AlarmRule: z.string(),
  ActionsSuppressor: z.string().optional(),
  ActionsSuppressorWaitPeriod: z.coerce.number().default(0),
  ActionsSuppressorExtensionPeriod: z.coerce.number().default(0),
});

const COMPARISONS: Readonly<
  Record<string, { sign: string; holds: (value: number, limit: number) => boolean }>
> = {
  GreaterThanThreshold: { sign: '>', holds: (value, limit) => value > limit },
  GreaterThanOrEqualToThreshold: { sign: '≥', holds: (value, limit) => value >= limit },
  LessThanThreshold: { sign: '<', holds: (value, limit) => value < limit },
  LessThanOrEqualToThreshold: { sign: '≤', holds: (value, limit) => value <= limit },
};

/**
 * The alarms of the stacks, in the order of the templates. An alarm that cannot be evaluated here contains the reason.
 */
export function readAlarms(resources: Resources): Alarm[] {
  return resources.flatMap((resource): Alarm[] => {
    const read = { 'AWS::CloudWatch::Alarm': readMetric, 'AWS::CloudWatch::CompositeAlarm': readComposite }[
      resource.type
    ];
    if (!read) return [];
    const { AlarmDescription, AlarmActions, ActionsEnabled } = readProperties(resource, common);
    const shared = {
      resource,
      description: AlarmDescription,
      hasActions: AlarmActions.length > 0,
      actionsEnabled: ActionsEnabled,
    };
    try {
      return [{ ...shared, ...read(resource) }];
    } catch (error) {
      return [{ ...shared, kind: 'unknown', fault: error instanceof Error ? error.message : String(error) }];
    }
  });
}

/** Minutes of the past that an alarm considers. */
export const minutesOf = (alarm: Alarm): number =>
  alarm.kind === 'metric' ? (alarm.query.periodMs * rangeOf(alarm.evaluationPeriods)) / MINUTE_MS : 0;

function readMetric(resource: Resource): Omit<MetricAlarm, keyof Common> {
  const given = readProperties(resource, metricAlarm);
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, Threshold: limit } = given;
  const comparison = COMPARISONS[given.ComparisonOperator];
  if (!comparison || limit === undefined)
    throw new Error(`the comparison ${given.ComparisonOperator} is not known to the local runtime`);
  const query = readQuery(given);
  const uncounted = query.metrics.find(({ metric }) => !isCounted(metric))?.metric;
  if (uncounted) throw new Error(`the local runtime does not count ${uncounted.namespace} ${uncounted.name}`);
  const percent = percentOf(given.ExtendedStatistic ?? '');
  return {
    kind: 'metric',
    query,
    evaluationPeriods: EvaluationPeriods,
    datapointsToAlarm: DatapointsToAlarm,
    missing: ignoresMissing(query) ? 'ignore' : given.TreatMissingData,
    isBreaching: (value) => comparison.holds(value, limit),
    criterion: `${comparison.sign} ${limit}`,
    leastValues:
      given.EvaluateLowSampleCountPercentile === 'ignore' && percent !== undefined ? leastValues(percent) : 0,
  };
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html */
function leastValues(percent: number): number {
  const share = percent / 100;
  return Math.round(10 / (share < 0.5 ? share : 1 - share));
}

/** DynamoDB's metrics: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html */
const ignoresMissing = ({ metrics }: MetricQuery) =>
  metrics.some(({ metric }) => metric.namespace === 'AWS/DynamoDB');

function readComposite(resource: Resource): Omit<CompositeAlarm, keyof Common> {
  const given = readProperties(resource, compositeAlarm);
  const { ActionsSuppressor: alarm } = given;
  return {
    kind: 'composite',
    rule: parseAlarmRule(given.AlarmRule),
    suppressor:
      alarm === undefined
        ? undefined
        : {
            alarm,
            waitMs: given.ActionsSuppressorWaitPeriod * 1000,
            extensionMs: given.ActionsSuppressorExtensionPeriod * 1000,
          },
  };
}
