import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../lambdas/platform/metrics/catalogue.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { type AlarmCondition, LEAST_CASES, ownMetric } from './sources.ts';

/** The objective of a metric: the share of cases that may be above a value. */
interface Objective {
  readonly metric: MetricName;
  /** The highest good value. */
  readonly within: number;
  /** Percent of the cases that may be above the value. */
  readonly budget: number;
}

/** A rate at which a budget burns. The long window proves that the burn matters, the short one that it lasts. */
interface BurnRate {
  readonly times: number;
  readonly longMinutes: number;
  readonly shortMinutes: number;
}

/**
 * Rates of the Site Reliability Workbook, for a budget of 30 days: 2 % of the budget burn in an hour, or 5 % in six:
 * https://sre.google/workbook/alerting-on-slos/
 */
const OF_A_SMALL_BUDGET: readonly BurnRate[] = [
  { times: 14.4, longMinutes: 60, shortMinutes: 5 },
  { times: 6, longMinutes: 360, shortMinutes: 30 },
];

/**
 * A budget of half of the cases can burn at most twice as fast: this rate means that three quarters of the cases are
 * bad.
 */
const OF_HALF: readonly BurnRate[] = [{ times: 1.5, longMinutes: 60, shortMinutes: 5 }];

/** The alarms on the burn rates of an objective: two for each rate; both must be raised. */
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
 * Percent of the cases of a metric above `within` milliseconds; 0 if there were fewer than ten. An alarm on a percentile
 * would either ring for one case of few, or ignore periods of fewer than 1,000 (p99):
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
 * Statistics of percentile rank:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html
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
