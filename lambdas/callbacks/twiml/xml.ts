import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';

/** The markup as it is sent. The package lets characters into attributes that no XML may have. */
export const textOf = (response: VoiceResponse): string => xmlSafe(response.toString());

/** Without the characters that XML cannot hold: control characters, halves of surrogate pairs, and the two non-characters. */
export function xmlSafe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is to be left out.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
