import type { Language } from '../../../vendors/model/languages.ts';
import { normalizedPhrase } from './normalized-phrase.ts';
import words from './stop-words.json' with { type: 'json' };

/** Parts of a request to stop calling, as regular expressions. */
interface StopWords {
  /** What may precede it. */
  readonly lead: readonly string[];
  readonly stop: readonly string[];
  /** What may follow it. */
  readonly tail: readonly string[];
  /** What joins sentences. */
  readonly join: readonly string[];
  /** What is such a request only if it is a sentence of its own, in a call that advertises. */
  readonly alone: readonly string[];
}

const WORDS: Readonly<Record<Language, StopWords>> = words;

/** A longer sentence is no request. */
const MAX_LENGTH = 150;

/** Most sentences of an utterance that are read. */
const MAX_SENTENCES = 30;

/** Marks between sentences, and those within them. */
const ENDS = /[.!?…。！？।]+|\s-\s/u;
const COMMAS = /[,;:、，]+/u;

interface Patterns {
  readonly explicit: RegExp;
  readonly alone: RegExp;
  readonly join: RegExp;
}

const patterns = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const known = patterns.get(language);
  if (known) return known;
  const { lead, stop, tail, join, alone } = WORDS[language];
  // Japanese has no spaces between words.
  const space = language === 'ja' ? '\\s*' : '\\s+';
  const around = (core: readonly string[]) =>
    new RegExp(
      `^(?:(?:${lead.join('|')})${space})*(?:${core.join('|')})(?:${space}(?:${tail.join('|')}))*$`,
      'u',
    );
  const joined = new RegExp(`\\s+(?:${join.join('|')})\\s+`, 'u');
  const made = { explicit: around(stop), alone: around(alone), join: joined };
  patterns.set(language, made);
  return made;
}

/**
 * Whether the contact asks not to be called again. A sentence of theirs must be such a request as a whole, so that its
 * words within another sentence ("he won't stop calling me", "don't stop", "don't call me before nine") are none.
 */
export function asksToStop(text: string, language: Language, isMarketing: boolean): boolean {
  const { explicit, alone, join } = patternsOf(language);
  const sentences = normalizedPhrase(text).split(ENDS).slice(0, MAX_SENTENCES).map(tidy);
  const parts = sentences.flatMap((sentence) => {
    const clauses = sentence.split(COMMAS);
    return [clauses.join(' '), ...clauses, ...clauses.flatMap((clause) => clause.split(join))].map(tidy);
  });
  const isStop = (part: string) => part.length <= MAX_LENGTH && explicit.test(part);
  return (
    parts.some(isStop) || (isMarketing && text.length <= MAX_LENGTH && alone.test(tidy(sentences.join(' '))))
  );
}

const tidy = (words: string) => words.replace(/\s+/g, ' ').trim();
