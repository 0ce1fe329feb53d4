/** A clause shorter than this (characters) waits for the next: each clause is a request of its own. */
const MIN_CLAUSE = 12;

/** A clause is cut at a space when it has grown to this (characters) without any punctuation. */
const MAX_CLAUSE = 160;

/** Latin punctuation ends a clause before a space; that of Chinese and Japanese needs none. */
const CLAUSE_END = /[.!?;:,…]["')\]]?\s|[。！？、，]\s?/g;

/** Chinese and Japanese have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Cuts streamed text into clauses, which are spoken as soon as they are whole. */
export class ClauseSplitter {
  #rest = '';

  /** Adds streamed text; gives the clauses that are now whole, each with the space that follows it. */
  push(text: string): string[] {
    this.#rest += text;
    const clauses: string[] = [];
    for (let end = clauseEnd(this.#rest); end > 0; end = clauseEnd(this.#rest)) {
      clauses.push(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end);
    }
    return clauses;
  }

  /** Whether text waits for the end of its clause. */
  get pending(): boolean {
    return this.#rest !== '';
  }

  /** Whether words wait for the end of their clause. */
  get hasWords(): boolean {
    return this.#rest.trim() !== '';
  }

  /** The whole words that wait, with the space that follows them; empty when there is none. */
  flushWords(): string {
    const end = WITHOUT_SPACES.test(this.#rest)
      ? this.#rest.length
      : this.#rest.trimEnd().lastIndexOf(' ') + 1;
    const words = this.#rest.slice(0, end);
    if (words.trim() === '') return '';
    this.#rest = this.#rest.slice(end);
    return words;
  }

  /** What is left when the text is over; empty when nothing is. */
  flush(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}

/** Where the first clause ends, or 0 when it is not whole yet. */
function clauseEnd(text: string): number {
  for (const match of text.matchAll(CLAUSE_END)) {
    const end = match.index + match[0].length;
    if (end >= MIN_CLAUSE) return end;
  }
  return text.length <= MAX_CLAUSE
    ? 0
    : text.lastIndexOf(' ', MAX_CLAUSE) + 1 || wholeCharacter(text, MAX_CLAUSE);
}

/** Does not cut a character in two that is written as a surrogate pair. */
const wholeCharacter = (text: string, end: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
