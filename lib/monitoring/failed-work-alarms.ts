import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { DeadLetterQueue, type FailedWork } from '../constructs/dead-letter-queue.ts';
import { ownMetric } from './sources.ts';

export interface FailureAlarm extends FailedWork {
  readonly metric: IMetric;
}

/** The alarms on work that failed for good: one for each dead-letter queue within `scope`. */
export function failedWorkAlarms(scope: IConstruct): readonly FailureAlarm[] {
  return scope.node
    .findAll()
    .filter((each) => each instanceof DeadLetterQueue)
    .map((queue) => ({
      ...queue.failedWork,
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: Stats.MAXIMUM,
      }),
    }));
}

const HOURLY = { minutes: 60 };

/** The alarms on counted problems of a single user. They need the configuration's `metrics`. */
export function countAlarms(config: EnvironmentConfig): readonly FailureAlarm[] {
  return [
    {
      section: 'quota-shares-passed',
      impact: 'A user has used 80 % or all of a quota, and is refused above it.',
      metric: ownMetric(config, 'QuotaSharesPassed', HOURLY),
    },
    {
      section: 'deliveries-given-up',
      impact: 'A user’s system did not get an event in any of the attempts.',
      metric: ownMetric(config, 'DeliveriesGivenUp', HOURLY),
    },
    {
      section: 'webhooks-switched-off',
      impact: 'A user’s system gets no events until its owner enables the webhook again.',
      metric: ownMetric(config, 'WebhooksSwitchedOff', HOURLY),
    },
  ];
}
