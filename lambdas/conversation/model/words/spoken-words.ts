import type { Language } from '../../../vendors/model/languages.ts';
import {
  LINE_RULES,
  type Piece,
  PLAIN,
  type RemovedKind,
  RULES,
  type Rule,
  type View,
} from './removal-rules.ts';

/** Most characters that are held back until it is known whether they are words, and longest call that is written down. */
const MAX_HELD = 2_000;

/** Longest end of a part that is not spoken. */
const MAX_END = 40;

interface Place extends Pick<View, 'before' | 'isLineStart'> {
  held: string;
  lastSpoken: string;
  /** What stood between two spaces was removed: the second one is not spoken. */
  swallowsSpace: boolean;
  until?: RegExp | undefined;
}

const START = { held: '', before: '', isLineStart: true, lastSpoken: '', swallowsSpace: false };

/** The words that are spoken of an answer as a model streams it, however it is cut into chunks. */
export class SpokenWords {
  language: Language;
  readonly #removed: Partial<Record<RemovedKind, number>> = {};
  #place: Place = { ...START };

  constructor(language: Language) {
    this.language = language;
  }

  /** How many parts of each kind were removed, for the figures of the turn. */
  get figures(): { readonly removed?: Partial<Record<RemovedKind, number>> } {
    return Object.keys(this.#removed).length > 0 ? { removed: { ...this.#removed } } : {};
  }

  push(text: string): string {
    this.#place.held += text;
    const isCutWithinCharacter = /[\uD800-\uDBFF]$/.test(this.#place.held);
    return isCutWithinCharacter ? '' : this.#scan(false);
  }

  /** The rest, at the end of an answer. */
  flush(): string {
    const rest = this.#scan(true);
    this.#place = { ...START };
    return rest;
  }

  #scan(isEnd: boolean): string {
    const place = this.#place;
    let spoken = '';
    while (place.held !== '') {
      const piece = place.until ? hiddenPiece(place.held, place.until, isEnd) : this.#next(isEnd);
      if (piece === 'wait') break;
      spoken += this.#speak(piece);
    }
    return spoken;
  }

  #next(isEnd: boolean): Piece | 'wait' {
    const seen = this.#place.held.slice(0, MAX_HELD);
    const isOpen = !isEnd && seen.length < MAX_HELD;
    const view = { ...this.#place, seen, isOpen, language: this.language };
    const atLineStart = view.isLineStart ? applied(LINE_RULES, view) : undefined;
    if (atLineStart) return atLineStart;
    const plain = PLAIN.exec(seen)?.[0];
    if (plain) return { length: plain.length, spoken: plain };
    const character = String.fromCodePoint(seen.codePointAt(0) ?? 0);
    return applied(RULES, view) ?? { length: character.length, spoken: character };
  }

  #speak({ length, spoken, removes, again = '', until }: Piece): string {
    const place = this.#place;
    const written = place.held.slice(0, length);
    let text = spoken ?? '';
    const isAfterSpace = place.lastSpoken.trim() === '';
    // Of the spaces around what was removed, one is enough, unless a line ends there.
    const isEnough = /^\n?$/.test(place.lastSpoken) || !text.includes('\n');
    if (isEnough && (place.swallowsSpace || (removes && isAfterSpace))) text = text.trimStart();
    // No tag may come together from what is left.
    if (place.lastSpoken === '<' && /^[A-Za-z/!?|]/.test(text)) text = ` ${text}`;
    if (spoken !== undefined)
      place.isLineStart = written.trim() === '' && (place.isLineStart || written.includes('\n'));
    if (text !== '') Object.assign(place, { lastSpoken: text.at(-1), swallowsSpace: false });
    if (removes) {
      this.#removed[removes] = (this.#removed[removes] ?? 0) + 1;
      if (place.lastSpoken.trim() === '') place.swallowsSpace = true;
    }
    if (again === '') place.before = written.at(-1) ?? '';
    place.held = again + place.held.slice(length);
    place.until = until;
    return text;
  }
}

export function spokenWords(answer: string, language: Language): string {
  const words = new SpokenWords(language);
  return words.push(answer) + words.flush();
}

function applied(rules: readonly Rule[], view: View): Piece | 'wait' | undefined {
  for (const [pattern, read] of rules) {
    const match = pattern.exec(view.seen)?.[0];
    if (!match) continue;
    const piece = view.isOpen && match.length === view.seen.length ? 'wait' : read(match, view);
    if (piece) return piece;
  }
  return undefined;
}

function hiddenPiece(held: string, until: RegExp, isEnd: boolean): Piece | 'wait' {
  const end = until.exec(held);
  if (end) return { length: end.index + end[0].length };
  const length = isEnd ? held.length : held.length - MAX_END;
  return length > 0 ? { length, until } : 'wait';
}
