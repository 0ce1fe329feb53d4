import type { Language } from '../../vendors/model/languages.ts';
import { isBackchannel } from './backchannels.ts';
import { normalizedPhrase } from './words/normalized-phrase.ts';
import phrases from './words/words.json' with { type: 'json' };

/** Phrases of a farewell, in any language. */
const COMMON = 'bye bye|bye|goodbye|ciao|thank you|thanks';

/** The same, by language. None of them may be a question, a refusal or a request. */
const OWN: Readonly<Record<Language, string>> = phrases.farewells;

/** Whether an utterance is nothing but a farewell or thanks, perhaps with words that only show that the contact listens. */
export function isFarewell(text: string, language: Language): boolean {
  const words = normalizedPhrase(text).replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ');
  // Japanese has no spaces between words.
  const [from, to] =
    language === 'ja' ? ['', ''] : [String.raw`(?<![\p{L}\p{M}'])`, String.raw`(?![\p{L}\p{M}'])`];
  const rest = words.replace(new RegExp(`${from}(?:${OWN[language]}|${COMMON})${to}`, 'gu'), ' ').trim();
  return rest !== words.trim() && (rest === '' || isBackchannel(rest, language));
}
