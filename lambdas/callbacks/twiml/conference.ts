import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { Conference } from '../../domain/calls/conference.ts';
import { textOf } from './xml.ts';

/** TwiML that puts the callee into a conference to wait for the participant. */
export function conferenceMarkup(
  { name, isHeld }: Conference,
  urls: { readonly ended: string; readonly status: string },
): string {
  const response = new VoiceResponse();
  response.dial({ action: urls.ended, method: 'POST' }).conference(
    {
      startConferenceOnEnter: false,
      endConferenceOnExit: true,
      beep: 'false',
      // The vendor plays music unless the URL is empty.
      ...(!isHeld && { waitUrl: '' }),
      statusCallback: urls.status,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['start'],
    },
    name,
  );
  return textOf(response);
}

/** TwiML that puts the participant into the conference. */
export function participantMarkup({ name }: Conference): string {
  const response = new VoiceResponse();
  response
    .dial()
    .conference(
      { startConferenceOnEnter: true, endConferenceOnExit: true, beep: 'false', waitUrl: '' },
      name,
    );
  return textOf(response);
}
