import { isObject } from './answer.ts';
import type { Item } from './change.ts';
import { itemSize } from './item-size.ts';

/** What a Query or Scan reads before it ends its page, in bytes. */
const MAX_SIZE = 1024 * 1024;

/** What a Query or Scan has read: items or index entries in their order, up to the one that reaches the size of a page. */
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
