import { telephonyClientOfPlatform } from '../../account-connections/telephony-accounts.ts';
import { workerHandler } from '../../platform/worker.ts';
import { deleteSound } from '../../vendors/telephony/calls.ts';
import { telephony } from '../../vendors/telephony/settings.ts';
import { recordRecording } from '../store/call-fields.ts';
import { callbackWorker, vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/markup.ts';

export const recordingStatusWorker = callbackWorker('recording', {
  id: 'Recording',
  description: 'Handles statuses of recordings',
  tableActions: ['GetItem', 'UpdateItem'],
  variables: [telephony.apiUrl],
  isCallStep: true,
});

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

/** Deletes the recording of a call that was deleted meanwhile. The platform's account made it. */
async function forget(recordingSid: string): Promise<void> {
  await deleteSound(await telephonyClientOfPlatform({ interactive: true }), recordingSid);
}
