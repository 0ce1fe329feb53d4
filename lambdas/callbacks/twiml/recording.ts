import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { RECORDING_EVENTS } from '../../telephony/calls.ts';

/** Records an inbound call from here on. An outbound call is recorded from its creation. */
export function startRecording(response: VoiceResponse, recordingUrl: string): void {
  response.start().recording({
    channels: 'mono',
    recordingStatusCallback: recordingUrl,
    recordingStatusCallbackEvent: [...RECORDING_EVENTS],
  });
}
