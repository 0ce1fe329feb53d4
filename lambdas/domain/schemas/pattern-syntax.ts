import { ANY, type CharacterSet, classOf, complementOf, DOT, setOf } from './character-set.ts';

/** A syntax tree. Assertions match the empty text; the one at the start is a node of its own. */
export type PatternNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'start' | 'nothing' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

/** A regular expression contains something that is refused; the message says what. */
export class PatternRefused extends Error {}

const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12, 0: 0 };

/** Parses a regular expression that is valid under the flag `u`. Throws PatternRefused for syntax that requires backtracking. */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).choice();
}

class PatternParser {
  #rest: string;

  constructor(source: string) {
    this.#rest = source;
  }

  choice(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#take(/^\|/u)) parts.push(this.#sequence());
    return { kind: 'choice', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#rest !== '' && !/^[|)]/u.test(this.#rest)) parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #repeated(body: PatternNode): PatternNode {
    const [, sign, least, upTo, most] = this.#take(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/u) ?? [];
    if (sign !== undefined)
      return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    if (least === undefined) return body;
    const max = upTo === '' ? Number(least) : most === '' ? Infinity : Number(most);
    return { kind: 'repeat', body, min: Number(least), max };
  }

  #atom(): PatternNode {
    if (this.#take(/^\^/u)) return { kind: 'start' };
    if (this.#take(/^(?:\$|\\[bB])/u)) return { kind: 'nothing' };
    if (/^\(\?<?[=!]/u.test(this.#rest))
      throw new PatternRefused('it has a lookaround: (?=, (?!, (?<=, (?<!');
    if (/^\(\?[a-z-]*[a-z]/u.test(this.#rest)) throw new PatternRefused('it changes flags: (?i:');
    if (/^\\(?:[1-9]|k)/u.test(this.#rest)) throw new PatternRefused('it has a backreference: \\1, \\k');
    if (this.#take(/^\((?:\?:|\?<[^>]*>)?/u)) {
      const inner = this.choice();
      this.#take(/^\)/u);
      return inner;
    }
    return { kind: 'character', set: this.#character() };
  }

  #character(): CharacterSet {
    if (this.#take(/^\./u)) return DOT;
    const opening = this.#take(/^\[(\^?)/u);
    if (!opening) return this.#member();
    const sets: CharacterSet[] = [];
    while (!this.#take(/^\]/u)) sets.push(this.#range());
    return opening[1] === '^' ? complementOf(setOf(sets.flat())) : setOf(sets.flat());
  }

  /** One member of a class, or a range from one to another. */
  #range(): CharacterSet {
    const from = this.#member();
    if (/^-[^\]]/u.test(this.#rest)) {
      this.#take(/^-/u);
      const to = this.#member();
      return [[from[0]?.[0] ?? 0, to.at(-1)?.[1] ?? 0]];
    }
    return from;
  }

  #member(): CharacterSet {
    const escaped = this.#take(/^\\/u) !== undefined;
    const pair = escaped && this.#take(/^u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iu);
    if (pair) return one(`${String.fromCharCode(hex(pair[1]), hex(pair[2]))}`.codePointAt(0));
    const code = escaped && this.#take(/^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/iu);
    if (code) return one(hex(code[1] ?? code[2] ?? code[3]));
    // Treated as any character, which is stricter and needs no Unicode tables.
    if (escaped && this.#take(/^p\{[^}]*\}/iu)) return ANY;
    const control = escaped && this.#take(/^c([a-z])/iu);
    if (control) return one((control[1] ?? '').charCodeAt(0) % 32);
    const [character = ''] = this.#take(/^[\s\S]/u) ?? [];
    if (!escaped) return one(character.codePointAt(0));
    return (
      classOf(character) ?? one(character === 'b' ? 8 : (CONTROLS[character] ?? character.codePointAt(0)))
    );
  }

  /** Consumes the next characters if they match. */
  #take(expected: RegExp): RegExpExecArray | undefined {
    const match = expected.exec(this.#rest);
    if (!match) return undefined;
    this.#rest = this.#rest.slice(match[0].length);
    return match;
  }
}

const one = (codePoint = 0): CharacterSet => [[codePoint, codePoint]];
const hex = (digits = '') => Number.parseInt(digits, 16);
