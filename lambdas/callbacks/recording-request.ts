import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { StoredCall } from '../domain/calls/call.ts';
import { environment } from '../runtime/environment.ts';
import { RECORDING_EVENTS } from '../telephony/calls.ts';
import { callbackUrl } from './callback-urls.ts';

/** Where the vendor is to tell of a call's recording; undefined when the call is not to be recorded. */
export async function recordingUrlOf({
  id,
  user_id,
  hipaa_compliant,
}: StoredCall): Promise<string | undefined> {
  if (environment('RECORD_CALLS') !== 'true' || hipaa_compliant) return undefined;
  return callbackUrl('recording', { userId: user_id, callId: id });
}

/** Has the vendor record a call from here on: for calls that we did not place, and so could not ask for it. */
export function startRecording(response: VoiceResponse, recordingUrl: string): void {
  response.start().recording({
    channels: 'mono',
    recordingStatusCallback: recordingUrl,
    recordingStatusCallbackEvent: [...RECORDING_EVENTS],
  });
}
