import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import type { Language } from '../../domain/records/languages.ts';
import { LANGUAGE_TAGS } from '../../telephony/languages.ts';
import { textOf, xmlSafe } from './xml.ts';

/** Seconds that a person has to press a key after the end of the whisper. */
const KEY_SECONDS = 8;

/**
 * TwiML that speaks the whisper and waits for a key. The vendor continues with or without one:
 * https://www.twilio.com/docs/voice/twiml/gather
 */
export function whisperMarkup(
  { words, question, language }: { words: string; question: string; language: Language },
  keyUrl: string,
): string {
  const response = new VoiceResponse();
  const gather = response.gather({
    input: ['dtmf'],
    numDigits: 1,
    finishOnKey: '',
    timeout: KEY_SECONDS,
    action: keyUrl,
    method: 'POST',
    actionOnEmptyResult: true,
  });
  // The package's type of this element knows fewer languages than the vendor, so it is created by name.
  const say = (text: string) =>
    gather.addChild('Say', { language: LANGUAGE_TAGS[language] }).addText(xmlSafe(text));
  say(`${words} ${question}`);
  gather.pause({ length: 2 });
  say(question);
  response.hangup();
  return textOf(response);
}
