import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { waitsForItsTime } from '../domain/calls/schedule.ts';
import { systemClock } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { getCall } from '../store/calls/calls.ts';
import { stackTable } from '../store/table/table.ts';
import { createSchedule, deleteSchedule } from './call-schedules.ts';

/** Milliseconds before its time in which a call is enqueued directly: the scheduler refuses times in the past. */
const SOON_MS = 5_000;

const queue = new SQSClient({});

/** Schedules the dialling of calls, and deletes the schedules of calls that ended before. */
export const handler = eventConsumer({
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
});

async function sendSoon(MessageBody: string, waitMs: number): Promise<void> {
  const DelaySeconds = Math.max(0, Math.floor(waitMs / 1000));
  const QueueUrl = environment('DIAL_QUEUE_URL');
  await queue.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
}
