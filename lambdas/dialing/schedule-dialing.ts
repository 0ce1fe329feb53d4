import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { waitsForItsTime } from '../domain/calls/dialing/schedule.ts';
import { systemClock } from '../runtime/clock.ts';
import { schedule, sendTo, tableAccess } from '../runtime/grants.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { dialQueue, dialSchedules } from '../runtime/queues.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { getCall } from '../store/calls/calls.ts';
import { stackTable } from '../store/table/table.ts';
import { createSchedule, deleteSchedule } from './call-schedules.ts';

/** Milliseconds before its time within which a call is enqueued directly: the scheduler refuses times in the past. */
const SOON_MS = 5_000;

const queue = new SQSClient({});

export const scheduleDialingWorker = defineWorker({
  stack: 'Calls',
  id: 'Schedule',
  description: 'Schedules the dialling of calls',
  trigger: {
    by: 'event',
    typePrefix: 'call_schedule',
    maxAttempts: 5,
    deadLetterImpact:
      'A scheduled call may not be dialled at its time, or be dialled although it was cancelled.',
    maxConcurrency: 'dialling',
  },
  grants: [
    tableAccess(['GetItem']),
    schedule(dialSchedules, ['CreateSchedule', 'DeleteSchedule']),
    sendTo(dialQueue),
  ],
  timeoutSeconds: 30,
});

/** Schedules the dialling of calls, and deletes the schedules of calls that ended before. */
export const handler = workerHandler(
  scheduleDialingWorker,
  eventConsumer({
    async handle(event) {
      const { user_id: userId, call_id: callId } = event;
      if (event.type === 'call_schedule_cancelled') {
        await deleteSchedule(callId);
        return undefined;
      }
      const call = await getCall(stackTable(), { userId, callId });
      if (call?.status !== 'not_started' || !waitsForItsTime(call)) return undefined;
      const at = new Date(call.scheduled_at);
      const body = JSON.stringify({ detail: event });
      const waitMs = at.getTime() - systemClock().getTime();
      if (waitMs > SOON_MS) await createSchedule({ callId, body, at });
      else await sendSoon(body, waitMs);
      return undefined;
    },
  }),
);

async function sendSoon(MessageBody: string, waitMs: number): Promise<void> {
  const DelaySeconds = Math.max(0, Math.floor(waitMs / 1000));
  const QueueUrl = readVariable(dialQueue.url);
  await queue.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
}
