import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CALLS_INDEX } from '../../lambdas/calls/store/keys.ts';
import type { MetricName } from '../../lambdas/platform/metrics/catalogue.ts';
import { OPEN_CALLS_INDEX } from '../../lambdas/usage/store/keys.ts';
import type { AlarmThresholds } from '../config/alarm-thresholds.ts';
import { burnRates, percentAbove } from './burn-rate.ts';
import { concurrencyHigh, relayFailing } from './function-alarms.ts';
import type { MaintenanceAlarm } from './maintenance-alarms.ts';
import {
  type AlarmCondition,
  failedFrames,
  LEAST_CASES,
  lambdaMetric,
  ownMetric,
  type Sources,
} from './sources.ts';

/** Who notices the problem: people on the line, or users of the service. */
export type Affected = 'callers' | 'users';

/** How long alarms about users wait for alarms about callers of the same cause, and stay silent after them. */
export const SAME_CAUSE = Duration.minutes(10);

/** A problem that people notice. */
export interface ServiceAlarm {
  readonly affects: Affected;
  readonly impact: string;
  /** Lists of alarms. The problem exists if all alarms of one list are in alarm. */
  readonly conditions: readonly (readonly AlarmCondition[])[];
}

/** Five-minute periods that the condition must last. */
const PERIODS = 3;

/** Consumers of queues whose messages should never wait. */
const PROMPT = ['hang-up', 'fan-out', 'schedule-dialing'];

/** The user-facing alarms that have a configured threshold, by their sections in the runbook. */
export function serviceAlarms(sources: Sources): ReadonlyMap<string, ServiceAlarm> {
  const ofCallers = callersAlarms(sources);
  const all: Record<Exclude<keyof AlarmThresholds, MaintenanceAlarm>, Declared> = {
    ...ofCallers,
    ...usersAlarms(sources),
  };
  const thresholds = new Map(Object.entries(sources.config.alarmThresholds));
  return new Map(
    Object.entries(all).flatMap(([section, { impact, ...declared }]) => {
      const affects = Object.hasOwn(ofCallers, section) ? 'callers' : 'users';
      const threshold = thresholds.get(section);
      if (threshold === undefined) return [];
      const conditions = 'watch' in declared ? declared.watch(threshold) : [[above(threshold, declared)]];
      return [[section, { affects, impact, conditions }] as const];
    }),
  );
}

interface AboveThreshold {
  readonly metric: IMetric;
  /** The factor from the unit of the threshold to that of the metric. @default 1 */
  readonly scale?: number;
}

type Declared = Pick<ServiceAlarm, 'impact'> &
  (AboveThreshold | { readonly watch: (threshold: number) => ServiceAlarm['conditions'] });

const above = (threshold: number, { metric, scale = 1 }: AboveThreshold): AlarmCondition => ({
  metric,
  threshold: threshold * scale,
  // A loop and its lost messages are reported at once.
  periods: threshold === 0 ? 1 : PERIODS,
});

function callersAlarms(sources: Sources) {
  const { config, callbacks, store } = sources;
  const silence = (budget: number) => (within: number) =>
    burnRates(config, { metric: 'TurnSilence', within, budget });
  const share = (name: MetricName) => ({
    watch: shareInEither((statistic, minutes) => ownMetric(config, name, { statistic, minutes })),
  });
  return {
    'turns-slow': {
      impact: 'Callees wait too long for the agent’s answers and speak again or hang up.',
      watch: silence(50),
    },
    'turns-very-slow': {
      impact: 'Some callees hear nothing for seconds after they have spoken.',
      watch: silence(1),
    },
    'frames-failing': {
      impact: 'Agents do not hear what callers say, or do not answer.',
      metric: failedFrames(sources),
    },
    'relay-failing': {
      impact: 'Conversations do not begin, or agents hear and say nothing.',
      watch: relayFailing(sources),
    },
    'calls-in-error': { impact: 'Calls are not placed, or drop.', ...share('CallFailed') },
    'callbacks-failed': {
      impact: 'The telephony vendor gets no instructions: callees hear a sentence, and the call ends.',
      watch: shareInEither((statistic, minutes) => callbacks.metric('5XXError', statistic, minutes)),
    },
    'callbacks-unsigned': {
      impact: 'The telephony vendor’s callbacks are refused, so calls end late or are not answered.',
      metric: unsignedCallbacks(sources),
    },
    'models-failing': {
      impact: 'Agents answer late, by their fallbacks, or apologize and hang up.',
      ...share('ModelFailed'),
    },
    'telephony-failing': {
      impact: 'Calls are placed and ended late or not at all.',
      ...share('TelephonyFailed'),
    },
    'functions-throttled': {
      impact: 'Lambda refuses invocations: callees may hear nothing, and requests fail.',
      metric: lambdaMetric('Throttles'),
    },
    'concurrency-high': {
      impact: 'Lambda will soon refuse invocations, and callees will hear nothing.',
      watch: concurrencyHigh(sources),
    },
    'table-throttled': {
      impact: 'DynamoDB refuses reads or writes: callees wait or hear nothing, and requests fail.',
      metric: tableThrottles(store),
    },
  };
}

/**
 * Reads and writes of the table and its indexes throttled in five minutes. CloudWatch always ignores missing data of
 * DynamoDB's metrics, and without throttling these are missing, so the alarm would never end. Consumed units have
 * values every minute, because reconciliation writes.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
function tableThrottles(store: Sources['store']): MathExpression {
  const period = Duration.minutes(5);
  const throttles = [undefined, OPEN_CALLS_INDEX, CALLS_INDEX].flatMap((index, place) => [
    [`reads${place}`, store.metric('ReadThrottleEvents', index).with({ period })] as const,
    [`writes${place}`, store.metric('WriteThrottleEvents', index).with({ period })] as const,
  ]);
  const filled = throttles.map(([id]) => `FILL(${id}, 0)`);
  return new MathExpression({
    expression: `SUM([0 * used, ${filled.join(', ')}])`,
    usingMetrics: {
      used: store.metric('ConsumedWriteCapacityUnits').with({ period }),
      ...Object.fromEntries(throttles),
    },
    period,
  });
}

function usersAlarms({ config, api, callbacks, publisher, queues }: Sources) {
  return {
    'callbacks-refused': {
      impact: 'Somebody sends requests that aren’t callbacks, or the throttle of callbacks is too low.',
      metric: shareOf((statistic) => callbacks.metric('4XXError', statistic)),
    },
    'api-failing': {
      impact: 'Requests of users fail because of the service.',
      metric: shareOf((statistic) => api.metric('5XXError', statistic)),
    },
    'api-slow': {
      impact: 'Users wait long for answers of the API, and their programs may give up.',
      watch: (within: number) => [
        [
          above(SLOW_PERCENT, {
            metric: percentAbove(within, 5, (statistic) => api.metric('Latency', statistic)),
          }),
        ],
      ],
    },
    'stream-late': {
      impact: 'Events arrive late, and calls that were created are dialed late.',
      metric: publisher.function.metric('IteratorAge', {
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(5),
      }),
      scale: 1000,
    },
    'queues-late': {
      impact: 'Calls are hung up or scheduled late, or users’ systems get events late.',
      metric: oldestOf(queues),
    },
    'deliveries-late': {
      impact: 'Users’ systems get events late, although their receivers work.',
      metric: ownMetric(config, 'DeliveryWait', { statistic: Stats.p(90) }),
      scale: 1000,
    },
    'reconciliation-late': {
      impact: 'Calls whose end the vendor did not report stay open, and count against their users’ limits.',
      // Each run emits a value every minute: without a value, none ran.
      watch: (threshold: number) => [
        [
          {
            ...above(threshold, {
              metric: ownMetric(config, 'ReconciliationLag', { statistic: Stats.MAXIMUM }),
            }),
            isHeartbeat: true,
          },
        ],
      ],
    },
    'recursion-stopped': {
      impact: 'Lambda took messages for a loop and dropped them: their work is in a dead-letter queue.',
      metric: lambdaMetric('RecursiveInvocationsDropped'),
    },
  };
}

/** Percent of API requests that may take longer than the threshold. */
const SLOW_PERCENT = 1;

/** Minimum failures in an hour with few cases: one failed call of two doesn't count. */
const LEAST_IN_HOUR = 3;

/** The mean of a 0-or-1 metric, in each of three five-minute periods, or over an hour with few cases. */
const shareInEither = (metric: (statistic: string, minutes: number) => Metric) => (threshold: number) => {
  const ofHour = new MathExpression({
    expression: `IF(cases < ${12 * LEAST_CASES} && share * cases >= ${LEAST_IN_HOUR}, share, 0)`,
    usingMetrics: { share: metric(Stats.AVERAGE, 60), cases: metric(Stats.SAMPLE_COUNT, 60) },
    period: Duration.minutes(60),
  });
  return [
    [above(threshold, { metric: shareOf((statistic) => metric(statistic, 5)) })],
    [{ suffix: '-60-minutes', metric: ofHour, threshold, periods: 1 }],
  ];
};

/** The share of callbacks to a call's or number's own address that lack the platform account's signature. */
function unsignedCallbacks({ config, callbacks }: Sources): MathExpression {
  return new MathExpression({
    expression: `IF(unsigned >= ${LEAST_IN_HOUR}, unsigned / cases, 0)`,
    usingMetrics: {
      unsigned: ownMetric(config, 'CallbackUnsigned'),
      cases: callbacks.metric('Count', Stats.SUM),
    },
    period: Duration.minutes(5),
  });
}

/** The mean of a 0-or-1 metric; 0 for fewer than ten cases. */
function shareOf(metric: (statistic: string) => Metric): MathExpression {
  return new MathExpression({
    expression: `IF(cases >= ${LEAST_CASES}, share, 0)`,
    usingMetrics: { share: metric(Stats.AVERAGE), cases: metric(Stats.SAMPLE_COUNT) },
    period: Duration.minutes(5),
  });
}

/** The age, in seconds, of the oldest message that shouldn't wait. */
function oldestOf(queues: Sources['queues']): MathExpression {
  const ages = PROMPT.map((name, index) => {
    const consumer = queues.get(name);
    if (!consumer) throw new Error(`No queue has the name ${name}.`);
    const options = { statistic: Stats.MAXIMUM, period: Duration.minutes(5) };
    return [`age${index}`, consumer.queue.metricApproximateAgeOfOldestMessage(options)] as const;
  });
  return new MathExpression({
    expression: 'MAX(METRICS())',
    usingMetrics: Object.fromEntries(ages),
    period: Duration.minutes(5),
  });
}
