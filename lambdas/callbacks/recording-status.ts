import { telephonyAccountOfPlatform } from '../runtime/secrets.ts';
import { recordRecording } from '../store/calls/call-recording.ts';
import { TelephonyClient } from '../telephony/client.ts';
import { VendorRecordings } from '../telephony/recordings.ts';
import { vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** Handles the status of a recording: it was made, or there is none. */
export const handler = vendorCallback('recording', async ({ table, key, call, form }) => {
  const { CallSid: sid, RecordingSid: recordingSid, RecordingStatus: status } = form;
  if (sid && recordingSid && status === 'completed') {
    if (call) await recordRecording(table, key, { sid, recordingSid });
    else await forget(recordingSid);
  }
  return emptyMarkup();
});

/**
 * Deletes the recording of a call that was deleted meanwhile. The platform's account made it: only then does the
 * platform's signature fit a call without a record.
 */
async function forget(recordingSid: string): Promise<void> {
  const client = new TelephonyClient(await telephonyAccountOfPlatform(), { interactive: true });
  await new VendorRecordings(client).delete(recordingSid);
}
