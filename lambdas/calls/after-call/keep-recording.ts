import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { eventConsumer } from '../../events/event-consumer.ts';
import { systemClock } from '../../platform/clock.ts';
import { ownQueue, recordings, tableAccess, telephonyAccount } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { postponeIn } from '../../platform/queues.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { deleteSound, getSound } from '../../vendors/telephony/calls.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { MAX_RECORDING_ATTEMPTS, RECORDING_RETRY_SECONDS } from '../model/recording.ts';
import { markRecordingKept } from '../store/call-fields.ts';
import { type CallKey, loadCall } from '../store/calls.ts';
import { recordingQueue } from '../store/queues.ts';
import { deleteRecording, putRecording } from '../store/recordings.ts';

/** The event's data; the call may have been deleted meanwhile. */
const madeRecording = z.object({
  recording_sid: z.string(),
  telephony_account_connection: z.optional(z.nullable(z.string())),
});

export const keepRecordingWorker = defineWorker({
  stack: 'Calls',
  id: 'KeepRecording',
  description: 'Copies recordings from the vendor',
  trigger: {
    by: 'event',
    typePrefix: 'recording_made',
    maxAttempts: MAX_RECORDING_ATTEMPTS,
    deadLetterImpact: 'Users cannot get a call’s recording, which is still stored at the vendor.',
    queue: recordingQueue,
    maxConcurrency: 'background',
  },
  grants: [
    tableAccess(['GetItem', 'UpdateItem']),
    telephonyAccount,
    recordings(['PutObject', 'DeleteObject']),
    ownQueue(recordingQueue),
  ],
  variables: [telephony.apiUrl],
  // A recording is read within 45 seconds and stored within 30.
  timeoutSeconds: 90,
});

export const handler = workerHandler(
  keepRecordingWorker,
  eventConsumer({
    async handle({ user_id, call_id, payload }, attempt) {
      const table = stackTable();
      const key = { userId: user_id, callId: call_id };
      const { recording_sid: sid, ...account } = madeRecording.parse(payload);
      const client = await telephonyClientOf(table, { user_id, ...account });
      const isKept = await keep(table, key, async () => client && getSound(client, sid));
      logger.info('Copied a recording.', { callId: call_id, kept: isKept, attempt });
      if (!isKept && client) return retry(attempt);
      if (client) await deleteSound(client, sid);
      return undefined;
    },
    postpone: postponeIn(recordingQueue),
  }),
);

/** Whether the service has a copy of the recording, or needs none because its call was deleted. */
async function keep(
  table: Table,
  key: CallKey,
  fetchSound: () => Promise<Buffer | undefined>,
): Promise<boolean> {
  const call = await loadCall(table, key);
  if (call?.recording_available || call?.discards_recording) return true;
  if (call) {
    const sound = await fetchSound();
    if (!sound) return false;
    await putRecording(key, sound);
    const sha256 = createHash('sha256').update(sound).digest('hex');
    const kept = { bytes: sound.byteLength, sha256, now: systemClock() };
    if (await markRecordingKept(table, key, kept)) return true;
  }
  // The user deleted the call meanwhile.
  await deleteRecording(key);
  return true;
}

function retry(attempt: number) {
  const retryAfterSeconds = RECORDING_RETRY_SECONDS[attempt - 1];
  if (retryAfterSeconds !== undefined) return { retryAfterSeconds };
  throw new Error('The telephony vendor does not have the recording that it reported.');
}
