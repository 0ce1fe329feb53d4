import type { AsynchronousInvocations } from '../../functions/asynchronous-invocations.ts';
import { isAllowed } from '../../iam/is-allowed.ts';
import { mayInvoke } from '../../iam/may-invoke.ts';
import { resourcePolicyFor } from '../../iam/resource-policies.ts';
import type { Resources } from '../../template/resource.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Queues } from '../sqs/queues/queues.ts';
import type { Rule, Target } from './rule.ts';

const PRINCIPAL = 'events.amazonaws.com';

export interface DeliveryOptions {
  readonly resources: Resources;
  readonly queues: Queues;
  readonly invocations: AsynchronousInvocations;
  /** Reports problems to the developer, such as a queue that EventBridge may not send to. */
  readonly report: (line: string) => void;
}

/** Sends an event to a rule's target, or to its dead-letter queue if the target may not get it. */
export async function deliver(
  event: object,
  rule: Rule,
  target: Target,
  options: DeliveryOptions,
): Promise<void> {
  const { queues, report } = options;
  const fault = await sendTo(target.Arn, event, rule, options);
  if (fault === undefined) return;
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

/** Invokes a function, or stores the event in a queue. Returns the reason if it cannot. */
async function sendTo(
  arn: string,
  event: object,
  rule: Rule,
  options: DeliveryOptions,
): Promise<string | undefined> {
  if (arn.split(':')[2] === 'lambda') {
    const invocation = { functionArn: arn, principal: PRINCIPAL, sourceArn: rule.arn };
    if (!mayInvoke(options.resources, invocation))
      return `no AWS::Lambda::Permission lets ${PRINCIPAL} invoke it`;
    return options.invocations.invoke(arn, event) ? undefined : 'it has no AWS::Lambda::EventInvokeConfig';
  }
  const fault = findFault(rule, arn, options);
  if (fault === undefined)
    await options.queues.find(arn)?.send([{ body: JSON.stringify(event), senderId: PRINCIPAL }]);
  return fault;
}

function findFault(rule: Rule, arn: string, { resources }: DeliveryOptions): string | undefined {
  const queue = findResource(resources, 'AWS::SQS::Queue', arn);
  if (!queue) return 'there is no such queue';
  const context = { 'aws:SourceArn': rule.arn, 'aws:SourceAccount': rule.arn.split(':')[4] ?? '' };
  const policy = resourcePolicyFor(resources, queue, PRINCIPAL);
  if (isAllowed(policy, { action: 'sqs:SendMessage', resource: arn, context })) return undefined;
  return `the queue's policy does not allow ${PRINCIPAL} sqs:SendMessage`;
}
