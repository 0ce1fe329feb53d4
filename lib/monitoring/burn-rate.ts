import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../lambdas/platform/metrics/catalogue.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { type AlarmCondition, LEAST_CASES, ownMetric } from './sources.ts';

/** A metric's objective: the share of cases that may exceed a value. */
interface Objective {
  readonly metric: MetricName;
  /** The highest acceptable value. */
  readonly within: number;
  /** Percent of the cases that may be above the value. */
  readonly budget: number;
}

/** A burn rate of the error budget. The long window shows that it matters, the short one that it continues. */
interface BurnRate {
  readonly times: number;
  readonly longMinutes: number;
  readonly shortMinutes: number;
}

/** 2 % of a 30-day budget in an hour, or 5 % in six: https://sre.google/workbook/alerting-on-slos/ */
const OF_A_SMALL_BUDGET: readonly BurnRate[] = [
  { times: 14.4, longMinutes: 60, shortMinutes: 5 },
  { times: 6, longMinutes: 360, shortMinutes: 30 },
];

/** If half of the cases may be bad, the burn rate can't exceed 2; at 1.5, three quarters are bad. */
const OF_HALF: readonly BurnRate[] = [{ times: 1.5, longMinutes: 60, shortMinutes: 5 }];

/** The alarms on an objective's burn rates: two per rate, of which both must be in alarm. */
export function burnRates(
  config: EnvironmentConfig,
  objective: Objective,
): readonly (readonly AlarmCondition[])[] {
  const rates = objective.budget < 50 ? OF_A_SMALL_BUDGET : OF_HALF;
  return rates.map(({ times, longMinutes, shortMinutes }) =>
    [longMinutes, shortMinutes].map((minutes) => ({
      suffix: `-${minutes}-minutes`,
      metric: percentAbove(objective.within, minutes, (statistic) =>
        ownMetric(config, objective.metric, { statistic, minutes }),
      ),
      threshold: times * objective.budget,
      periods: 1,
    })),
  );
}

/**
 * Percent of the cases of a metric above `within` milliseconds; 0 if there were fewer than ten. An alarm on a
 * percentile would either go off for one case of few, or ignore periods of fewer than 1,000 (p99):
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
 * Statistics of percentile rank: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
 */
export function percentAbove(
  within: number,
  minutes: number,
  metric: (statistic: string) => Metric,
): MathExpression {
  return new MathExpression({
    expression: `IF(cases >= ${LEAST_CASES}, 100 - good, 0)`,
    usingMetrics: {
      good: metric(Stats.percentileRank(within)),
      cases: metric(Stats.SAMPLE_COUNT),
    },
    label: `above ${within} ms`,
    period: Duration.minutes(minutes),
  });
}
