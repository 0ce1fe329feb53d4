import { DeleteScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { dialSchedules } from '../runtime/queues.ts';
import { SCHEDULE_GROUP } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Seconds after which a message is too late: by then, reconciliation has given the call up. */
const MAX_LATE_SECONDS = 900;

const client = new SchedulerClient({});

/** A message for the dial queue at a time. */
export interface ScheduledMessage {
  /** The call's id, which is the schedule's name: a call has one schedule. */
  readonly callId: string;
  readonly body: string;
  readonly at: Date;
}

/** Schedules a message for the dial queue, once; to the second, and up to a minute late. An existing schedule stays unchanged. */
export async function createSchedule({ callId, body, at }: ScheduledMessage): Promise<void> {
  await scheduleOnce({
    name: callId,
    body,
    at,
    queueArn: readVariable(dialSchedules.queueArn),
    deadLettersArn: readVariable(dialSchedules.deadLettersArn),
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}

/** Deletes the schedule of a call if there is one. */
export async function deleteSchedule(callId: string): Promise<void> {
  const command = new DeleteScheduleCommand({ Name: callId, GroupName: readVariable(SCHEDULE_GROUP) });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
}
