import type { Message } from '../conversations/message.ts';
import type { Quotation } from './call-analysis.ts';

/** A word and its place in its text. In scripts without spaces, each character is a word. */
interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu;

/** Longest quotation that is searched for, in characters. */
const MAX_QUOTATION = 1_000;

/** Finds a model's quotations in a transcript. */
export class Transcript {
  readonly #messages: readonly (Message & { readonly words: readonly Word[] })[];

  constructor(messages: readonly Message[]) {
    this.#messages = messages.map((message) => ({ ...message, words: wordsOf(message.text) }));
  }

  /**
   * The words of the transcript that a quotation repeats, without regard to case and punctuation. Returns undefined if no
   * single message has all of them in this order, and for a quotation without words.
   */
  find(quotation: string): Quotation | undefined {
    if (quotation.length > MAX_QUOTATION) return undefined;
    const wanted = wordsOf(quotation).map(({ word }) => word);
    if (wanted.length === 0) return undefined;
    for (const [index, { sender, text, words }] of this.#messages.entries()) {
      const at = words.findIndex((_, start) =>
        wanted.every((word, offset) => words[start + offset]?.word === word),
      );
      const [first, last] = [words[at], words[at + wanted.length - 1]];
      if (first && last) return { message: index + 1, sender, text: text.slice(first.start, last.end) };
    }
    return undefined;
  }
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORDS)].map((match) => ({
    word: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}
