import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** A metric that may exceed a threshold. */
export interface AlarmCondition {
  /** The suffix of its alarm's name. @default nothing: the section has one alarm */
  readonly suffix?: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Consecutive periods of the metric. */
  readonly periods: number;
}
