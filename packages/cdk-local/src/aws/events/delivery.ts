import { isAllowed } from '../../iam/is-allowed.ts';
import { mayInvoke } from '../../iam/may-invoke.ts';
import { resourcePolicyFor } from '../../iam/resource-policies.ts';
import type { Resources } from '../../template/resource.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Queues } from '../sqs/queues/queues.ts';
import { asynchronousQueueName } from './asynchronous-queues.ts';
import type { Rule, Target } from './rule.ts';

const PRINCIPAL = 'events.amazonaws.com';

export interface DeliveryOptions {
  readonly resources: Resources;
  readonly queues: Queues;
  /** Reports problems to the developer, such as a queue that EventBridge may not send to. */
  readonly report: (line: string) => void;
}

/** Stores an event in the queue of a rule's target, or in its dead-letter queue if a policy forbids the delivery. */
export async function deliver(
  event: object,
  rule: Rule,
  target: Target,
  options: DeliveryOptions,
): Promise<void> {
  const { queues, report } = options;
  const body = JSON.stringify(event);
  const fault = findFault(rule, target.Arn, options);
  if (fault === undefined) {
    await targetQueue(queues, target.Arn)?.send([{ body, senderId: PRINCIPAL }]);
    return;
  }
  report(`${rule.arn} cannot send to ${target.Arn}: ${fault}`);
  const deadLetterArn = target.DeadLetterConfig?.Arn;
  if (deadLetterArn === undefined || findFault(rule, deadLetterArn, options) !== undefined) return;
  const attributes = Object.fromEntries(
    Object.entries({
      RULE_ARN: rule.arn,
      TARGET_ARN: target.Arn,
      ERROR_CODE: 'NO_PERMISSIONS',
      ERROR_MESSAGE: fault,
    }).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  );
  await queues.find(deadLetterArn)?.send([{ body: JSON.stringify(event), attributes, senderId: PRINCIPAL }]);
}

function targetQueue(queues: Queues, arn: string) {
  return queues.find(arn.split(':')[2] === 'lambda' ? asynchronousQueueName(arn) : arn);
}

function findFault(rule: Rule, arn: string, { resources, queues }: DeliveryOptions): string | undefined {
  if (!targetQueue(queues, arn)) return 'there is no such queue, or function with an EventInvokeConfig';
  if (arn.split(':')[2] === 'lambda') {
    const invocation = { functionArn: arn, principal: PRINCIPAL, sourceArn: rule.arn };
    return mayInvoke(resources, invocation)
      ? undefined
      : `no AWS::Lambda::Permission lets ${PRINCIPAL} invoke it`;
  }
  const queue = findResource(resources, 'AWS::SQS::Queue', arn);
  if (!queue) return 'there is no such queue';
  const context = { 'aws:SourceArn': rule.arn, 'aws:SourceAccount': rule.arn.split(':')[4] ?? '' };
  const policy = resourcePolicyFor(resources, queue, PRINCIPAL);
  if (!isAllowed(policy, { action: 'sqs:SendMessage', resource: arn, context })) {
    return `the queue's policy does not allow ${PRINCIPAL} sqs:SendMessage`;
  }
  return undefined;
}
