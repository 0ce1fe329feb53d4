import { callbackKey, tableAccess, telephonyAccount } from '../runtime/grants.ts';
import { CALLBACK_BASE_URL } from '../runtime/variables/resources.ts';
import { TELEPHONY_API_URL } from '../runtime/variables/settings.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { recordRecording } from '../store/calls/call-facts.ts';
import { telephonyClientOfPlatform } from '../telephony/accounts.ts';
import { VendorRecordings } from '../telephony/recordings.ts';
import { callbackPath } from './callback-urls.ts';
import { CALLBACK_TIMEOUT_SECONDS, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

export const recordingStatusWorker = defineWorker({
  stack: 'Calls',
  id: 'Recording',
  description: 'Handles statuses of recordings',
  trigger: { by: 'callback', path: callbackPath('recording') },
  grants: [tableAccess(['GetItem', 'UpdateItem']), telephonyAccount, callbackKey],
  variables: [CALLBACK_BASE_URL, TELEPHONY_API_URL],
  timeoutSeconds: CALLBACK_TIMEOUT_SECONDS,
  isCallStep: true,
});

/** Handles the status of a recording: it was made, or there is none. */
export const handler = workerHandler(
  recordingStatusWorker,
  vendorCallback('recording', async ({ table, key, call, form }) => {
    const { CallSid: sid, RecordingSid: recordingSid, RecordingStatus: status } = form;
    if (sid && recordingSid && status === 'completed') {
      if (call) await recordRecording(table, key, { sid, recordingSid });
      else await forget(recordingSid);
    }
    return emptyMarkup();
  }),
);

/**
 * Deletes the recording of a call that was deleted meanwhile. The platform's account made it, because that account
 * signed the callback.
 */
async function forget(recordingSid: string): Promise<void> {
  const client = await telephonyClientOfPlatform({ interactive: true });
  await new VendorRecordings(client).delete(recordingSid);
}
