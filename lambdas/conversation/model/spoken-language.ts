import { type Listening, listeningOf, withoutDetection } from '../../agents/model/end-of-turn.ts';
import { declaredLanguages, languagesOf } from '../../agents/model/languages.ts';
import { spokenVoice } from '../../agents/model/spoken-voice.ts';
import { type Language, language as languageSchema } from '../../vendors/model/languages.ts';
import type { Session } from './session.ts';
import { wordsIn } from './words/normalized-phrase.ts';
import words from './words/words.json' with { type: 'json' };

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The name of a language, in English. */
export const nameOf = (language: Language): string => NAMES.of(language) ?? language;

/** What proves a language: names and loanwords, often with capitals, are the same in many languages. */
const MIN_LETTERS = 8;
const MIN_WORDS = 3;
const MIN_WORDS_WITHOUT_CAPITAL = 2;
/** The same for scripts in which a letter is a syllable or a word. */
const MIN_SIGNS = 4;
const SENTENCES: Readonly<Partial<Record<Language, RegExp>>> = {
  // Names and loanwords have no hiragana.
  ja: /\p{Script=Hiragana}/u,
  // The polite ends of sentences.
  ko: /[요다까죠][\s\p{P}]*$/u,
};

/** The languages of a conversation's agent, whichever is spoken now. */
export const languagesIn = ({ settings, first_language }: Session): readonly Language[] =>
  languagesOf({ ...settings, language: first_language ?? settings.language });

/** How the caller is heard in a conversation, whichever language is spoken now. */
export const listeningIn = ({ settings, first_language, voice_refused }: Session): Listening => {
  const first = { ...settings, language: first_language ?? settings.language };
  return listeningOf(voice_refused ? withoutDetection(first) : first);
};

/** What the markup could not declare: https://www.twilio.com/docs/voice/conversationrelay/dynamic-configuration */
export function undeclaredSettings(session: Session, spoken: Language) {
  const { settings, first_language = settings.language } = session;
  if (declaredLanguages({ ...settings, language: first_language }).includes(spoken)) return {};
  const { model } = listeningIn(session);
  return {
    ...spokenVoice(session, spoken, first_language),
    transcriptionProvider: 'Deepgram',
    speechModel: model,
  };
}

/** The language in which the contact goes on. Undefined if it is the present one or there are too few words to tell. */
export function languageChange(
  session: Session,
  text: string,
  lang: string | undefined,
): Language | undefined {
  const tag = lang?.split('-')[0]?.toLowerCase();
  const detected = languagesIn(session).find((language) => language === tag);
  if (!detected || detected === session.settings.language) return undefined;
  return isSentenceIn(detected, text, session.settings.language) ? detected : undefined;
}

/** Whether words are more than names and loanwords, and of this language rather than of the present one. */
function isSentenceIn(language: Language, text: string, present: Language): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const sentence = SENTENCES[language];
  if (sentence) return letters >= MIN_SIGNS && sentence.test(text);
  const words = text.match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const withoutCapital = words.filter((word) => !/^\p{Lu}/u.test(word));
  return (
    letters >= MIN_LETTERS &&
    words.length >= MIN_WORDS &&
    withoutCapital.length >= MIN_WORDS_WITHOUT_CAPITAL &&
    countFrequent(text, language) >= countFrequent(text, present)
  );
}

export function languageRules(session: Session): string[] {
  const languages = languagesIn(session);
  if (languages.length < 2) return [];
  const names = languages.map(nameOf).join(', ');
  return [
    `You speak ${names}. Speak ${nameOf(session.settings.language)} now: a voice of that language reads what you write. If the human asks for another one of these languages, or does not understand you, use switch_language first.`,
  ];
}

const SCRIPTS: Readonly<Partial<Record<Language, RegExp>>> = {
  hi: /\p{Script=Devanagari}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
};

/** Words that are frequent in one language with Latin letters and rare in most of the others. */
const FREQUENT: Readonly<Partial<Record<Language, readonly string[]>>> = words.frequent_words;

/** Frequent words of another language that a text must have, and their ratio to those of its own. */
const MIN_FREQUENT = 3;
const TIMES = 2;

/** Whether a text is certainly not in this language. Returns false for a text that is too short to tell. */
export function isOtherLanguage(text: string, language: Language): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = SCRIPTS[language];
  if (own) return letters > 0 && (text.match(own)?.length ?? 0) * TIMES < letters;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * TIMES < letters) return true;
  const others = languageSchema.options.filter((other) => other !== language);
  const most = Math.max(...others.map((other) => countFrequent(text, other)));
  return most >= MIN_FREQUENT && most > TIMES * countFrequent(text, language);
}

/** How many of the words are frequent in this language and rare in most of the others. */
export function countFrequent(text: string, language: Language): number {
  return wordsIn(text).filter((word) => FREQUENT[language]?.includes(word)).length;
}
