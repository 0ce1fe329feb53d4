import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { RECORDING_EVENTS } from '../../telephony/calls.ts';

/** Has the vendor record an inbound call from here on; an outbound call asks for it when it is placed. */
export function startRecording(response: VoiceResponse, recordingUrl: string): void {
  response.start().recording({
    channels: 'mono',
    recordingStatusCallback: recordingUrl,
    recordingStatusCallbackEvent: [...RECORDING_EVENTS],
  });
}
