import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import { DeadLetterQueue, type FailedWork } from '../constructs/dead-letter-queue.ts';

/** An alarm that one failure raises. */
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
