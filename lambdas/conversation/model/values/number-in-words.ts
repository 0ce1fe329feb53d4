import type { Language } from '../../../vendors/model/languages.ts';

/** A word, a sign, or a number with its digits as they were said or written. */
export interface Item {
  readonly word: string;
  readonly value?: number;
  readonly digits?: string;
}

/** A value, a joint, or the word of an order, after which no number goes on: “twenty third”. */
export type Atom = number | 'and' | { readonly order: number };

/** Languages that say ten times a number and (in 3,500) units before thousands as one group. */
const MULTIPLIES_TEN: readonly Language[] = ['id', 'ja', 'ko'];
const GROUPS_BY_10000: readonly Language[] = ['ja', 'ko'];

/** Numbers in words are exact below it. */
const MAX_NUMBER = 1e15;

/** Languages that say “five and twenty”. */
const UNITS_FIRST: readonly Language[] = ['de', 'nl'];

/** Joins number words as far as they form one number: “two hundred five” is one, “five two” are two. */
export class NumberInWords {
  readonly #items: Item[] = [];
  readonly #language: Language;
  readonly #isRow: boolean;
  #word = '';
  #numeral: string | undefined;
  /** The number so far: what is multiplied by thousands, the last such factor, and the part below it. */
  #sum = 0;
  #factor = Number.POSITIVE_INFINITY;
  #part: number | undefined;
  #isJoined = false;
  #isEnded = false;

  constructor({ language, isRow }: { readonly language: Language; readonly isRow: boolean }) {
    this.#language = language;
    this.#isRow = isRow;
  }

  addWord(word: string): void {
    this.#close();
    this.#items.push({ word });
  }

  addNumeral(word: string, decimal: string): void {
    const goesOn = this.#sum > 0 && this.#part === 0 && Number(decimal) < this.#factor;
    if (!goesOn || this.#isRow) this.#close();
    if (this.#part === undefined) this.#numeral = decimal;
    this.#part = Number(decimal);
    this.#word = word;
  }

  /** Adds a number word. The next one decides whether a unit still belongs to a hundred: “800 555” has a row of them. */
  add(word: string, atom: Atom, next?: Atom): void {
    if (atom === 'and') {
      if (this.#part === undefined) this.addWord(word);
      else this.#isJoined = true;
      return;
    }
    const value = typeof atom === 'number' ? atom : atom.order;
    const isUnit = (value: unknown) => typeof value === 'number' && value < 10;
    const beginsRow = this.#isRow && isUnit(atom) && isUnit(next) && (this.#part ?? 1) % 100 === 0;
    if (this.#part !== undefined && (beginsRow || !this.#accepts(value))) this.#close();
    if (this.#part === undefined) this.#part = 0;
    this.#take(value);
    this.#isJoined = false;
    this.#isEnded = typeof atom !== 'number';
    this.#word = word;
  }

  end(): readonly Item[] {
    this.#close();
    return this.#items;
  }

  #isSmallFactor(value: number): boolean {
    if (value === 10) return MULTIPLIES_TEN.includes(this.#language);
    return value === 100 || (value === 1000 && GROUPS_BY_10000.includes(this.#language));
  }

  #accepts(value: number): boolean {
    const part = this.#part ?? 0;
    if (this.#isEnded || value === 0 || (part === 0 && this.#sum === 0)) return false;
    if (!Number.isInteger(value)) return value === 0.5 && Number.isInteger(part);
    if (this.#isSmallFactor(value)) return part % (value * 10) < value;
    if (value >= 1000)
      return (
        value !== this.#factor &&
        (value > this.#factor || part > 0) &&
        (this.#sum + part) * value < MAX_NUMBER
      );
    if (this.#numeral !== undefined) return false;
    const below = part % 100;
    const isFrench = this.#language === 'fr';
    if (value < 10)
      return below % 10 === 0 && (below !== 10 || this.#isSmallFactor(10) || (isFrench && value > 6));
    if (isFrench && value < 20 && (below === 60 || below === 80)) return true;
    if (isFrench && value === 20 && below === 4) return true;
    if (value < 100 && below > 0 && below < 10) return this.#isJoined && UNITS_FIRST.includes(this.#language);
    return value < 100 ? below === 0 : part === 0;
  }

  #take(value: number): void {
    const part = this.#part ?? 0;
    if (this.#isSmallFactor(value)) {
      const times = part % value;
      this.#part = part - times + (times || 1) * value;
    } else if (value >= 1000) {
      const isLarger = value > this.#factor;
      this.#sum = isLarger ? (this.#sum + part) * value : this.#sum + (part || 1) * value;
      this.#factor = value;
      this.#part = 0;
    } else if (value === 20 && part % 100 === 4 && this.#language === 'fr') {
      this.#part = part + 76;
    } else this.#part = part + value;
    if (value >= 10 || part > 0) this.#numeral = undefined;
  }

  #close(): void {
    if (this.#part === undefined) return;
    const value = Number((this.#sum + this.#part).toPrecision(15));
    const digits = this.#numeral?.replaceAll(/[^0-9.]/g, '') ?? String(value);
    this.#items.push({ word: this.#word, value, digits });
    if (this.#isJoined && !this.#isRow) this.#items.push({ word: 'and' });
    this.#sum = 0;
    this.#factor = Number.POSITIVE_INFINITY;
    this.#part = undefined;
    this.#numeral = undefined;
    this.#isJoined = false;
    this.#isEnded = false;
  }
}
