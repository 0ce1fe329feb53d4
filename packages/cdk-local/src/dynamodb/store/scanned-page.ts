import { isObject } from './answer.ts';
import type { Item } from './change.ts';
import { itemSize } from './item-size.ts';

/** Bytes that a Query or Scan reads before its page ends. */
const MAX_SIZE = 1024 * 1024;

/** The items or index entries that a Query or Scan has read, up to the one that fills the page. */
export class ScannedPage {
  readonly #items: Item[] = [];
  #size = 0;

  get items(): readonly Item[] {
    return this.#items;
  }

  get isFull(): boolean {
    return this.#size >= MAX_SIZE;
  }

  /** Passes values on until the page is full. */
  async *read(values: AsyncIterable<unknown>): AsyncIterable<Item> {
    for await (const value of values) {
      if (!isObject(value)) continue;
      this.#items.push(value);
      this.#size += itemSize(value);
      yield value;
      if (this.isFull) return;
    }
  }
}
