import type { Language } from '../../../vendors/model/languages.ts';
import { isOfContact, type Session, type Turn } from '../session.ts';
import { languagesIn } from '../spoken-language.ts';
import type { Message } from '../transcript-message.ts';
import { normalizedPhrase } from './normalized-phrase.ts';

/** A word and its place in its text. In scripts without spaces, each character is a word. */
interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const WORDS = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}]\\p{Cf}*)+`, 'gu');

const MAX_QUOTATION = 1_000;

const MAX_OCCURRENCES = 100;

/** Fewest words of a quotation that is not a whole message. */
const MIN_WORDS = 4;

const SENTENCE_END = /[.!?…]+(?=\s|$)|[。！？;\n]/u;

const words = (list: string) => `(?<![\\p{L}\\p{M}])(?:${list.replaceAll(' ', '|')})(?![\\p{L}\\p{M}])`;

/** Words that negate a sentence. In Japanese and Korean some are parts of words. */
const NEGATIONS: Readonly<Record<Language, string>> = {
  en: `${words('no not never none nobody nothing neither nor cannot cant dont wont without')}|['’]t(?!\\p{L})`,
  es: words('no nunca jamás tampoco nada ningún ninguna ninguno sin ni'),
  de: words('nicht nichts nein kein keine keinen keinem keiner keines nie niemals niemand ohne weder'),
  hi: words('नहीं नही मत न ना बिना'),
  pt: words('não nunca jamais nem nada nenhum nenhuma sem'),
  fr: `${words('ne non pas jamais aucun aucune rien personne sans ni')}|(?<!\\p{L})n['’]`,
  nl: words('niet niets nee geen nooit niemand zonder nergens'),
  id: words('tidak bukan jangan belum tak enggak nggak gak tanpa'),
  it: words('no non mai nessuno nessuna niente nulla senza né neanche mica'),
  ja: 'ない|なかっ|なく|ません|ずに|いいえ',
  ko: `${words('안 못')}|않|아니|없|말고|마세요`,
};

/** Whether a text begins with a negation: "No", or "Not yet". */
export const beginsWithNegation = (text: string, languages: readonly Language[]): boolean =>
  languages.some((language) => new RegExp(`^[^\\p{L}]*(?:${NEGATIONS[language]})`, 'iu').test(text));

interface FoundQuotation extends Pick<Message, 'sender' | 'text'> {
  /** The number of its message, from 1. */
  readonly message: number;
  /** Whether it can prove something: it is whole enough, and the rest of its sentence has no negation. */
  readonly isProof: boolean;
}

export class Transcript {
  readonly #messages: readonly (Message & { readonly words: readonly Word[] })[];
  readonly #negation: RegExp;

  constructor(messages: readonly Message[], languages: readonly Language[]) {
    this.#messages = messages.map((message) => ({ ...message, words: wordsOf(message.text) }));
    this.#negation = new RegExp(languages.map((language) => NEGATIONS[language]).join('|'), 'iu');
  }

  /** The words that a quotation repeats in one message, best proof first, without regard to case and punctuation. */
  find(quotation: string): FoundQuotation | undefined {
    if (quotation.length > MAX_QUOTATION) return undefined;
    const quotedWords = wordsOf(quotation).map(({ word }) => word);
    if (quotedWords.length === 0) return undefined;
    const rank = ({ isProof, sender }: FoundQuotation) => (isProof ? 2 : 0) + (sender === 'human' ? 1 : 0);
    const occurrences = [...this.#occurrences(quotedWords)];
    return occurrences.sort((one, other) => rank(other) - rank(one))[0];
  }

  *#occurrences(quotedWords: readonly string[]): Generator<FoundQuotation> {
    let occurrencesLeft = MAX_OCCURRENCES;
    for (const [index, { sender, text, words }] of this.#messages.entries()) {
      const isEnough = quotedWords.length >= MIN_WORDS || quotedWords.length === words.length;
      for (const [at, first] of words.entries()) {
        const last = words[at + quotedWords.length - 1];
        if (!last || quotedWords.some((word, offset) => words[at + offset]?.word !== word)) continue;
        const rest = () => `${before(text, first.start)} … ${after(text, last.end)}`;
        const isProof = isEnough && !this.#negation.test(rest());
        yield { message: index + 1, sender, text: text.slice(first.start, last.end), isProof };
        occurrencesLeft -= 1;
        if (occurrencesLeft === 0) return;
      }
    }
  }
}

/** The part of a sentence before this place, and from it. */
const before = (text: string, end: number) => text.slice(0, end).split(SENTENCE_END).at(-1) ?? '';
const after = (text: string, start: number) => text.slice(start).split(SENTENCE_END)[0] ?? '';

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORDS)].map((match) => ({
    word: normalizedPhrase(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Whether the contact said these words in one of the turns: then the record proves that they agreed. */
export function isQuoted(quotation: string, session: Session, turns: readonly Turn[]): boolean {
  const found = new Transcript(turns.filter(isOfContact), languagesIn(session)).find(quotation);
  return found?.isProof === true;
}

/** The same, for an answer to a question: one that begins with "No" does not agree. */
export const isAgreement = (quotation: string, session: Session, replies: readonly Turn[]): boolean =>
  isQuoted(quotation, session, replies) && !beginsWithNegation(quotation, languagesIn(session));
