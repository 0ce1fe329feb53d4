/** AWS limits that also apply on a laptop. Tests lower them. */
export interface AwsLimits {
  readonly dynamodb: DynamoDbLimits;
  readonly lambda: LambdaLimits;
  readonly sqs: SqsLimits;
}

export interface DynamoDbLimits {
  /** Minimum milliseconds of a transaction, whose items refuse other writes. @default 0: until its answer */
  readonly transactionMs: number;
}

export interface LambdaLimits {
  /** Concurrent invocations of all functions: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
  readonly concurrency: number;
  /**
   * Milliseconds before each retry of a failed asynchronous invocation: one and two minutes.
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
   */
  readonly asynchronousRetryMs: readonly number[];
}

/** Limits of SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html */
export interface SqsLimits {
  /** Messages of a standard queue that were received and are neither deleted nor visible again: 120,000. */
  readonly inFlight: number;
}

export type LimitChanges = { readonly [Service in keyof AwsLimits]?: Partial<AwsLimits[Service]> };

/** AWS's own numbers, for a new account. */
export const AWS_LIMITS: AwsLimits = {
  dynamodb: { transactionMs: 0 },
  lambda: { concurrency: 1_000, asynchronousRetryMs: [60_000, 120_000] },
  sqs: { inFlight: 120_000 },
};

export function awsLimits({ dynamodb, lambda, sqs }: LimitChanges = {}): AwsLimits {
  return {
    dynamodb: { ...AWS_LIMITS.dynamodb, ...dynamodb },
    lambda: { ...AWS_LIMITS.lambda, ...lambda },
    sqs: { ...AWS_LIMITS.sqs, ...sqs },
  };
}
