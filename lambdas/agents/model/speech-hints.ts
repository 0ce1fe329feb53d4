import type { AgentSettings } from './agent.ts';

/** Bytes for speech keywords: the vendor limits TwiML to 64 kB, and a greeting may need 24 of them. */
const MAX_HINTS_BYTES = 32_000;
/** Maximum bytes that escaping adds to a character, as in `&quot;`. */
const MAX_ESCAPE = 5;

/** Speech keywords as the vendor's hints. The vendor supports no weights, so words with a boost of 0 or less are dropped. */
export function speechHints({ speech_keywords }: Pick<AgentSettings, 'speech_keywords'>): readonly string[] {
  const expected = Object.entries(speech_keywords ?? {}).filter(([, boost]) => boost > 0);
  let bytes = 0;
  const hints = expected.filter(([word]) => {
    bytes += MAX_ESCAPE * Buffer.byteLength(word.replace(/[^&<>"'\s]/g, '')) + Buffer.byteLength(word) + 1;
    return bytes <= MAX_HINTS_BYTES;
  });
  return hints.map(([word]) => word);
}
