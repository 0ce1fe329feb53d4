import type { Language } from '../../agents/model/languages.ts';
import type { Session } from './session.ts';
import { normalizedWords } from './words/normalized-phrase.ts';

/** Sounds and words, in any language, that only show that the listener listens. */
const COMMON = 'mm mhm mm-hm mmhm mm-hmm mmm mhmm hm hmm hmmm uh-huh uhhuh uh aha ah oh okay ok';

/** The same, by language. None of them may be a question or an instruction. */
const OWN: Readonly<Record<Language, string>> = {
  en: 'yeah yep yup right sure huh',
  es: 'sí ya claro vale ajá',
  de: 'ja genau stimmt klar ach so',
  hi: 'हाँ हां अच्छा जी haan accha ji',
  pt: 'sim tá certo pois aham',
  fr: 'oui ouais voilà bien euh',
  nl: 'ja precies klopt',
  id: 'ya iya oke baik',
  it: 'sì già certo ecco va bene',
  ja: 'はい ええ うん へえ そうですね なるほど',
  ko: '네 예 응 음 아',
};

const MOST_WORDS = 3;

const WORDS = new Map<Language, ReadonlySet<string>>();

function wordsOf(language: Language): ReadonlySet<string> {
  const words = WORDS.get(language) ?? new Set(`${COMMON} ${OWN[language]}`.split(' '));
  WORDS.set(language, words);
  return words;
}

/** Whether an utterance only says that the contact listens. While the agent speaks, it is no turn. */
export function isBackchannel(text: string, language: Language): boolean {
  const words = normalizedWords(text).split(' ').filter(Boolean);
  const backchannels = wordsOf(language);
  return words.length > 0 && words.length <= MOST_WORDS && words.every((word) => backchannels.has(word));
}

/** Characters of the agent's words that may be left when a contact answers: about a word, or two thirds of a second. */
const LEFT_AT_ANSWER = 10;

/** A question mark at the end of a text, also before a closing quotation mark or bracket. */
const QUESTION = /[?？][\s"'”’»)」]*$/;

/** Whether a contact may be answering already: about a word is left, or more than half of a question was played. */
export function mayBeAnswered({
  answer,
  played_characters: played = 0,
}: Pick<Session, 'answer' | 'played_characters'>): boolean {
  if (!answer?.complete) return false;
  const { length } = answer.text.trimEnd();
  return length - played <= LEFT_AT_ANSWER || (QUESTION.test(answer.text) && 2 * played > length);
}
