import { isAllowed } from '../../iam/is-allowed.ts';
import { policiesOfRole } from '../../iam/policies-of-role.ts';
import { resourcePolicyFor } from '../../iam/resource-policies.ts';
import type { Resources } from '../../template/resource.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Queues } from '../sqs/queues/queues.ts';
import { keyOfSchedule, messageOfSchedule, type Schedule } from './schedule.ts';

export interface FiringOptions {
  readonly resources: Resources;
  readonly queues: Queues;
  /** Reports problems to the developer, such as a queue that a role may not send to. */
  readonly report: (line: string) => void;
}

/** Stores a schedule's message durably in its queue, or in its dead-letter queue if its role may not send to the queue. */
export async function fireSchedule(schedule: Schedule, options: FiringOptions): Promise<void> {
  const { RoleArn, Input, DeadLetterConfig } = schedule.Target;
  const deadLetters = DeadLetterConfig && { queue: DeadLetterConfig.Arn, body: Input };
  for (const sending of [messageOfSchedule(schedule), deadLetters]) {
    if (sending === undefined) return;
    const { queue: identifier, ...message } = sending;
    const queue = options.queues.find(identifier);
    if (queue && maySend(RoleArn, queue.settings.arn, options.resources)) {
      await queue.send([{ ...message, senderId: RoleArn }]);
      return;
    }
    const fault = queue ? `${RoleArn} is not allowed sqs:SendMessage` : 'there is no such queue';
    options.report(`The schedule ${keyOfSchedule(schedule)} cannot send to ${identifier}: ${fault}`);
  }
}

function maySend(roleArn: string, queueArn: string, resources: Resources): boolean {
  const queue = findResource(resources, 'AWS::SQS::Queue', queueArn);
  const statements = [
    ...policiesOfRole(resources, roleArn),
    ...(queue ? resourcePolicyFor(resources, queue, roleArn) : []),
  ];
  return isAllowed(statements, { action: 'sqs:SendMessage', resource: queueArn });
}
