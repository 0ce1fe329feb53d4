import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import * as z from 'zod/mini';
import { SCHEDULE_GROUP, SCHEDULE_ROLE_ARN } from './variables/resources.ts';
import { readVariable } from './variables/variable.ts';

let client: SchedulerClient | undefined;

export interface ScheduledMessage {
  readonly name: string;
  readonly body: string;
  /** Its message group, with the queue's URL. @default a group of its own */
  readonly group?: { readonly id: string; readonly queueUrl: string };
  readonly at: Date;
  readonly queueArn: string;
  readonly deadLettersArn: string;
  readonly maxLateSeconds: number;
}

/** Schedules a message for a queue once, to the second and up to a minute late. An existing schedule stays unchanged. */
export async function scheduleOnce(message: ScheduledMessage): Promise<void> {
  client ??= new SchedulerClient({});
  const command = new CreateScheduleCommand({
    Name: message.name,
    GroupName: readVariable(SCHEDULE_GROUP),
    ScheduleExpression: `at(${message.at.toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      ...targetOf(message),
      RoleArn: readVariable(SCHEDULE_ROLE_ARN),
      DeadLetterConfig: { Arn: message.deadLettersArn },
      RetryPolicy: { MaximumEventAgeInSeconds: message.maxLateSeconds },
    },
  });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof ConflictException)) throw error;
  });
}

const unsentMessage = z.object({ QueueUrl: z.string(), MessageBody: z.string() });

/** What the scheduler could not send is in the dead-letter queue as its request to SQS, and is redriven so. */
export function scheduledBody(json: unknown): unknown {
  const unsent = unsentMessage.safeParse(json);
  return unsent.success ? JSON.parse(unsent.data.MessageBody) : json;
}

/**
 * The scheduler's SQS target documents a message group for FIFO queues only (SqsParameters: "the FIFO message group
 * ID"); its universal target passes the group on as SendMessage does.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
 */
function targetOf({ queueArn, body, group }: ScheduledMessage): {
  readonly Arn: string;
  readonly Input: string;
} {
  if (!group) return { Arn: queueArn, Input: body };
  const [, partition] = queueArn.split(':');
  return {
    Arn: `arn:${partition}:scheduler:::aws-sdk:sqs:sendMessage`,
    Input: JSON.stringify({ QueueUrl: group.queueUrl, MessageBody: body, MessageGroupId: group.id }),
  };
}
