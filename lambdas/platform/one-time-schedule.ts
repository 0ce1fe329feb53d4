import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import * as z from 'zod/mini';
import type { Queue } from './queues.ts';
import { SCHEDULE_DEAD_LETTERS_ARN, SCHEDULE_GROUP, SCHEDULE_ROLE_ARN } from './variables/resources.ts';
import { readVariable } from './variables/variable.ts';

let client: SchedulerClient | undefined;

interface ScheduledMessage {
  readonly name: string;
  readonly message: object;
  readonly userId: string;
  readonly at: Date;
  readonly queue: Queue;
  /** Seconds for which the scheduler retries to enqueue the message. @default a day */
  readonly maxLateSeconds?: number;
}

/** Schedules a message for a queue once, to the second and up to a minute late. An existing schedule stays unchanged. */
export async function scheduleOnce({
  name,
  message,
  userId,
  at,
  queue,
  maxLateSeconds = 86_400,
}: ScheduledMessage): Promise<void> {
  client ??= new SchedulerClient({});
  const roleArn = readVariable(SCHEDULE_ROLE_ARN);
  const [, partition] = roleArn.split(':');
  const command = new CreateScheduleCommand({
    Name: name,
    GroupName: readVariable(SCHEDULE_GROUP),
    ScheduleExpression: `at(${at.toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      // The scheduler's own target for SQS documents a message group for FIFO queues only; its universal target passes the
      // group on: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
      Arn: `arn:${partition}:scheduler:::aws-sdk:sqs:sendMessage`,
      Input: JSON.stringify({
        QueueUrl: readVariable(queue.url),
        MessageBody: JSON.stringify(message),
        MessageGroupId: userId,
      }),
      RoleArn: roleArn,
      DeadLetterConfig: { Arn: readVariable(SCHEDULE_DEAD_LETTERS_ARN) },
      RetryPolicy: { MaximumEventAgeInSeconds: maxLateSeconds },
    },
  });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof ConflictException)) throw error;
  });
}

const unsentMessage = z.object({ QueueUrl: z.string(), MessageBody: z.string() });

/** Unwraps a redriven message that the scheduler could not send: its dead letter is the whole request to SQS. */
export function scheduledBody(json: unknown): unknown {
  const unsent = unsentMessage.safeParse(json);
  return unsent.success ? JSON.parse(unsent.data.MessageBody) : json;
}
