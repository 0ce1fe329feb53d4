/** Shortest clause in characters. Each clause is a request of its own, so a shorter one waits for the next. */
const MIN_CLAUSE = 12;

/** Longest clause in characters without punctuation; then it is cut at a space. */
const MAX_CLAUSE = 160;

/** Latin punctuation ends a clause if a space follows; Chinese and Japanese punctuation always does. */
const CLAUSE_END = /[.!?;:,…]["')\]]?\s|[。！？、，]\s?/g;

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether there is anything to hear in a text. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export class ClauseSplitter {
  #rest = '';

  push(text: string): string[] {
    this.#rest += text;
    const clauses: string[] = [];
    for (let end = clauseEnd(this.#rest); end > 0; end = clauseEnd(this.#rest)) {
      clauses.push(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end);
    }
    return clauses;
  }

  get pending(): string {
    return this.#rest;
  }

  /** Removes the complete words that are pending, with the space after them. Returns an empty string if there are none. */
  flushWords(): string {
    const end = WITHOUT_SPACES.test(this.#rest)
      ? this.#rest.length
      : this.#rest.trimEnd().lastIndexOf(' ') + 1;
    const words = this.#rest.slice(0, end);
    if (words.trim() === '') return '';
    this.#rest = this.#rest.slice(end);
    return words;
  }

  flush(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}

function clauseEnd(text: string): number {
  for (const match of text.matchAll(CLAUSE_END)) {
    const end = match.index + match[0].length;
    if (end >= MIN_CLAUSE) return end;
  }
  return text.length <= MAX_CLAUSE
    ? 0
    : text.lastIndexOf(' ', MAX_CLAUSE) + 1 || wholeCharacter(text, MAX_CLAUSE);
}

/** Keeps surrogate pairs together. */
const wholeCharacter = (text: string, end: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
