import * as z from 'zod';
import { AwsError } from '../protocol/aws-error.ts';

/** The input of a schedule: https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html */
const inputSchema = z.strictObject({
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string(),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  ActionAfterCompletion: z.literal('DELETE'),
  ClientToken: z.string().optional(),
  Target: z.strictObject({
    // A universal target: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-universal.html
    Arn: z
      .string()
      .regex(
        /^arn:[a-z-]+:scheduler:::aws-sdk:sqs:sendMessage$/,
        'the local runtime knows the universal target sqs:sendMessage only',
      ),
    RoleArn: z.string(),
    Input: z.string().refine((text) => !text.includes('<aws.scheduler.'), 'context attributes are not known'),
    DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
    RetryPolicy: z
      .strictObject({ MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400) })
      .optional(),
  }),
});

export const scheduleSchema = z.object({
  ...inputSchema.shape,
  Name: z.string().regex(/^[0-9a-zA-Z-_.]{1,64}$/),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** Parses the input of CreateSchedule. Throws an error that names anything that the local runtime does not support. */
export function readSchedule(name: string, input: unknown): Schedule {
  const schedule = scheduleSchema.parse({ ...inputSchema.parse(input), Name: name });
  dueAt(schedule);
  messageOfSchedule(schedule);
  return schedule;
}

/** When a schedule is due, in epoch milliseconds. */
export function dueAt({ ScheduleExpression }: Schedule): number {
  const [, text = ''] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(ScheduleExpression) ?? [];
  const at = Date.parse(`${text}Z`);
  if (Number.isFinite(at)) return at;
  const known = 'the local runtime knows schedules of the form at(yyyy-mm-ddThh:mm:ss) only';
  throw new AwsError('ValidationException', `${known}, not ${ScheduleExpression}`);
}

export const keyOfSchedule = ({ GroupName, Name }: Pick<Schedule, 'GroupName' | 'Name'>) =>
  `${GroupName}/${Name}`;

export interface ScheduledSending {
  readonly queue: string;
  readonly body: string;
  readonly groupId?: string | undefined;
}

const sendMessage = z.strictObject({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  MessageGroupId: z.string().min(1).max(128).optional(),
});

/** The message of a schedule: its input is the request to SQS. */
export function messageOfSchedule({ Target: { Input } }: Schedule): ScheduledSending {
  const { QueueUrl, MessageBody, MessageGroupId } = sendMessage.parse(JSON.parse(Input));
  return { queue: QueueUrl, body: MessageBody, groupId: MessageGroupId };
}
