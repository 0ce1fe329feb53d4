import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { Language } from '../../domain/records/languages.ts';
import { LANGUAGE_TAGS } from '../../telephony/languages.ts';
import { textOf, xmlSafe } from './xml.ts';

/** TwiML that redirects the vendor to another URL. */
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
  // The package's type of this element knows fewer languages than the vendor, so it is created by name.
  response.addChild('Say', language ? { language: LANGUAGE_TAGS[language] } : {}).addText(xmlSafe(text));
  response.hangup();
  return textOf(response);
}

/** Empty TwiML: as the last instruction, it makes the vendor hang up. */
export function emptyMarkup(): string {
  return textOf(new VoiceResponse());
}
