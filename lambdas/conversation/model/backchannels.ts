import type { Language } from '../../vendors/model/languages.ts';
import { playedCharacters } from './playback.ts';
import type { Session } from './session.ts';
import { normalizedPhrase, normalizedWords } from './words/normalized-phrase.ts';
import words from './words/words.json' with { type: 'json' };

/** Sounds and words, in any language, that only show that the listener listens. */
const COMMON =
  'mm, mhm, mm-hm, mmhm, mm-hmm, mmm, mhmm, hm, hmm, hmmm, uh-huh, uhhuh, uh, aha, ah, oh, okay, ok';

/** The same, by language. None of them may be a question or an instruction. */
const OWN: Readonly<Record<Language, string>> = words.backchannels;

const MOST_BACKCHANNELS = 3;

/** Whether an utterance only says that the contact listens. While the agent speaks, it is no turn. */
export function isBackchannel(text: string, language: Language): boolean {
  const one = normalizedPhrase(`${COMMON}, ${OWN[language]}`).replaceAll(', ', '|');
  const space = language === 'ja' ? ' ?' : ' ';
  const few = new RegExp(`^(?:${one})(?:${space}(?:${one})){0,${MOST_BACKCHANNELS - 1}}$`, 'u');
  return few.test(normalizedWords(text));
}

/** Phrases of a farewell, in any language. */
const COMMON_FAREWELLS = 'bye bye|bye|goodbye|ciao|thank you|thanks';

/** The same, by language. None of them may be a question, a refusal or a request. */
const FAREWELLS: Readonly<Record<Language, string>> = words.farewells;

/** Whether an utterance is nothing but a farewell or thanks, perhaps with words that only show that the contact listens. */
export function isFarewell(text: string, language: Language): boolean {
  const said = normalizedPhrase(text).replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ');
  // Japanese has no spaces between words.
  const [from, to] =
    language === 'ja' ? ['', ''] : [String.raw`(?<![\p{L}\p{M}'])`, String.raw`(?![\p{L}\p{M}'])`];
  const rest = said
    .replace(new RegExp(`${from}(?:${FAREWELLS[language]}|${COMMON_FAREWELLS})${to}`, 'gu'), ' ')
    .trim();
  return rest !== said.trim() && (rest === '' || isBackchannel(rest, language));
}

/** Characters of the agent's words that may be left when a contact answers: about a word, or two thirds of a second. */
const LEFT_AT_ANSWER = 10;

/** A question mark at the end of a text, also before a closing quotation mark or bracket. */
const QUESTION = /[?？][\s"'”’»)」]*$/;

/** Whether a contact may be answering already: about a word is left, or more than half of a question was played. */
export function mayBeAnswered(
  session: Pick<Session, 'answer' | 'played_characters' | 'last_played'>,
): boolean {
  const { answer } = session;
  if (!answer?.complete) return false;
  const played = playedCharacters(session);
  const { length } = answer.text.trimEnd();
  return length - played <= LEFT_AT_ANSWER || (QUESTION.test(answer.text) && 2 * played > length);
}
