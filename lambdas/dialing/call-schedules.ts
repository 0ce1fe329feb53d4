import { DeleteScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { scheduleOnce } from '../runtime/one-time-schedule.ts';
import { dialSchedules } from '../runtime/queues.ts';
import { SCHEDULE_GROUP } from '../runtime/variables/resources.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** The dial queue takes no message later than settling gives the call up, in seconds. */
const MAX_LATE_SECONDS = 900;

const client = new SchedulerClient({});

/** A message that the dial queue is to have at a time. */
export interface ScheduledMessage {
  /** The call's id, which names the schedule: there is one for each. */
  readonly callId: string;
  readonly body: string;
  readonly at: Date;
}

/** Lets the dial queue have a message at a time (to the second, and up to a minute late), once; one that is scheduled already stays as it is. */
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

/** Takes the schedule of a call away, if there is one. */
export async function deleteSchedule(callId: string): Promise<void> {
  const command = new DeleteScheduleCommand({ Name: callId, GroupName: readVariable(SCHEDULE_GROUP) });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
}
