import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';

/** Serializes markup. The package accepts characters in attributes that XML forbids. */
export const textOf = (response: VoiceResponse): string => xmlSafe(response.toString());

/** Removes characters that XML forbids: control characters, unpaired surrogates, and the two non-characters. */
export function xmlSafe(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is to be left out.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
