import { DeleteScheduleCommand, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler';
import * as z from 'zod/mini';
import { eventConsumer } from '../../events/event-consumer.ts';
import type { CallEvent } from '../../events/model/events.ts';
import { systemClock } from '../../platform/clock.ts';
import { schedule, sendTo } from '../../platform/grants.ts';
import { scheduleOnce } from '../../platform/one-time-schedule.ts';
import { enqueue } from '../../platform/queues.ts';
import { SCHEDULE_GROUP } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import type { DialMessage } from '../model/schedule.ts';
import { dialQueue } from '../store/queues.ts';

/** Milliseconds before its time within which a call is enqueued directly: the scheduler refuses times in the past. */
const SOON_MS = 5_000;

/** Seconds after which a message is too late: by then, reconciliation has given the call up. */
const MAX_LATE_SECONDS = 900;

const scheduler = new SchedulerClient({});

export const scheduleDialingWorker = defineWorker({
  stack: 'Calls',
  id: 'Schedule',
  description: 'Schedules the dialing of calls',
  trigger: {
    by: 'event',
    typePrefix: 'dialing_',
    maxAttempts: 5,
    deadLetterImpact: 'A call may not be dialed at its time, or be dialed although it was cancelled.',
    maxConcurrency: 'dialConcurrency',
  },
  grants: [schedule(dialQueue, ['CreateSchedule', 'DeleteSchedule']), sendTo(dialQueue)],
});

/** Schedules messages for the dial queue, and deletes the schedules of calls that ended before. */
export const handler = workerHandler(
  scheduleDialingWorker,
  eventConsumer({
    async handle(event) {
      if (event.type === 'dialing_cancelled') await deleteSchedule(event.call_id);
      else await enqueueAtItsTime(event);
      return undefined;
    },
  }),
);

const scheduled = z.object({ scheduled_at: z.string() });

async function enqueueAtItsTime({ user_id, call_id, payload }: CallEvent): Promise<void> {
  const message: DialMessage = { user_id, call_id };
  const { scheduled_at } = scheduled.parse(payload);
  const at = new Date(scheduled_at);
  const waitMs = at.getTime() - systemClock().getTime();
  if (waitMs <= SOON_MS) {
    const delaySeconds = Math.max(0, Math.ceil(waitMs / 1000));
    return enqueue(dialQueue, message, { userId: user_id, delaySeconds });
  }
  await scheduleOnce({
    // A call has one schedule.
    name: call_id,
    message,
    userId: user_id,
    at,
    queue: dialQueue,
    maxLateSeconds: MAX_LATE_SECONDS,
  });
}

async function deleteSchedule(callId: string): Promise<void> {
  const command = new DeleteScheduleCommand({ Name: callId, GroupName: readVariable(SCHEDULE_GROUP) });
  await scheduler.send(command).catch((error: unknown) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
}
