import { Duration, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** The text of an alarm about dead letters. */
export interface FailedWork {
  readonly impact: string;
  /** Its section of `docs/runbook.md`. */
  readonly section: string;
}

/** A dead-letter queue, which keeps messages for two weeks. The monitoring stack has an alarm for each. */
export class DeadLetterQueue extends sqs.Queue {
  readonly failedWork: FailedWork;

  constructor(scope: Construct, id: string, failedWork: FailedWork) {
    super(scope, id, {
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.failedWork = failedWork;
    keepFromLookups(this);
    const reason = 'This is a dead-letter queue itself; the rule recognizes only those of other queues.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SQS3', reason });
  }
}

/** Messages may quote calls. The CDK's lookup role has `ReadOnlyAccess` and could receive them. */
export function keepFromLookups(queue: sqs.Queue): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:ReceiveMessage'],
      resources: [queue.queueArn],
      conditions: { ArnLike: { 'aws:PrincipalArn': 'arn:*:iam::*:role/*-lookup-role-*' } },
    }),
  );
}
