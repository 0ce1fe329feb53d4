import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { environment } from './environment.ts';

let client: SchedulerClient | undefined;

/** A message that a queue is to have at a time. */
export interface ScheduledMessage {
  /** Names the schedule within the function's group. */
  readonly name: string;
  readonly body: string;
  readonly at: Date;
  readonly queueArn: string;
  readonly deadLettersArn: string;
  /** How late the queue may have it, in seconds. */
  readonly maxLateSeconds: number;
}

/** Lets a queue have a message at a time (to the second, and up to a minute late), once; one that is scheduled already stays as it is. */
export async function scheduleOnce(message: ScheduledMessage): Promise<void> {
  client ??= new SchedulerClient({});
  const command = new CreateScheduleCommand({
    Name: message.name,
    GroupName: environment('SCHEDULE_GROUP'),
    ScheduleExpression: `at(${message.at.toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: message.queueArn,
      RoleArn: environment('SCHEDULE_ROLE_ARN'),
      Input: message.body,
      DeadLetterConfig: { Arn: message.deadLettersArn },
      RetryPolicy: { MaximumEventAgeInSeconds: message.maxLateSeconds },
    },
  });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof ConflictException)) throw error;
  });
}
