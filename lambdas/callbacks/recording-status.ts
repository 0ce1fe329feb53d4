import { telephonyAccountOfPlatform } from '../runtime/secrets.ts';
import { recordRecording } from '../store/calls/call-recording.ts';
import { TelephonyClient } from '../telephony/client.ts';
import { VendorRecordings } from '../telephony/recordings.ts';
import { vendorCallback } from './signed-callback.ts';
import { emptyMarkup } from './twiml/say.ts';

/** The vendor has made a recording of a call, or found that there is none. */
export const handler = vendorCallback('recording', async ({ table, name, call, form }) => {
  const { CallSid: sid, RecordingSid: recordingSid, RecordingStatus: status } = form;
  if (sid && recordingSid && status === 'completed') {
    if (call) await recordRecording(table, name, { sid, recordingSid });
    else await forget(recordingSid);
  }
  return emptyMarkup();
});

/** Nobody else would delete the recording of a call that was deleted meanwhile; it was made through the platform's account, which signed. */
async function forget(recordingSid: string): Promise<void> {
  const client = new TelephonyClient(await telephonyAccountOfPlatform(), { interactive: true });
  await new VendorRecordings(client).delete(recordingSid);
}
