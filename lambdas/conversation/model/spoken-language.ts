import { heardPlainly, type Listening, listeningOf } from '../../agents/model/end-of-turn.ts';
import { type Language, languagesOf } from '../../agents/model/languages.ts';
import type { Session } from './session.ts';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Spanish',
  de: 'German',
  hi: 'Hindi',
  pt: 'Portuguese',
  fr: 'French',
  nl: 'Dutch',
  id: 'Indonesian',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
};

/** Fewest letters from which a language can be told: “OK” and names are the same in many languages. */
const MIN_LETTERS = 8;
/** The same for scripts in which a letter is a syllable or a word. */
const MIN_SIGNS = 4;

/** The languages of a conversation's agent, whichever is spoken now. */
export const languagesIn = ({ settings, first_language }: Session): readonly Language[] =>
  languagesOf({ ...settings, language: first_language ?? settings.language });

/** How the caller is heard in a conversation, whichever language is spoken now. */
export const listeningIn = ({ settings, first_language, voice_refused }: Session): Listening => {
  const first = { ...settings, language: first_language ?? settings.language };
  return listeningOf(voice_refused ? heardPlainly(first) : first);
};

/** The language in which the contact goes on. Undefined if it is the present one or there are too few words to tell. */
export function languageChange(
  session: Session,
  text: string,
  lang: string | undefined,
): Language | undefined {
  const tag = lang?.split('-')[0]?.toLowerCase();
  const detected = languagesIn(session).find((language) => language === tag);
  if (!detected || detected === session.settings.language) return undefined;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters >= MIN_LETTERS || signs >= MIN_SIGNS ? detected : undefined;
}

export function languageRules(session: Session): string[] {
  const languages = languagesIn(session);
  if (languages.length < 2) return [];
  const names = languages.map((language) => LANGUAGE_NAMES[language]).join(', ');
  return [
    `You speak ${names}. Speak ${LANGUAGE_NAMES[session.settings.language]} now: a voice of that language reads what you write. If the human asks for another one of these languages, or does not understand you, use switch_language first.`,
  ];
}
