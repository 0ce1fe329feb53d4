import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { Language } from '../../domain/records/agent.ts';
import { LANGUAGE_TAGS } from './languages.ts';
import { textOf, xmlSafe } from './xml.ts';

/** TwiML that sends the vendor to another URL for its instructions. */
export function redirectMarkup(url: string): string {
  const response = new VoiceResponse();
  response.redirect({ method: 'POST' }, url);
  return textOf(response);
}

/** TwiML that hangs up. */
export function hangUpMarkup(): string {
  const response = new VoiceResponse();
  response.hangup();
  return textOf(response);
}

/** TwiML that says something and hangs up. */
export function farewellMarkup(text: string, language?: Language): string {
  const response = new VoiceResponse();
  // The package's own types of this element know fewer languages than the vendor, so it is made by name.
  response.addChild('Say', language ? { language: LANGUAGE_TAGS[language] } : {}).addText(xmlSafe(text));
  response.hangup();
  return textOf(response);
}

/** TwiML that says nothing: where it is the last instruction, the vendor hangs up. */
export function emptyMarkup(): string {
  return textOf(new VoiceResponse());
}
