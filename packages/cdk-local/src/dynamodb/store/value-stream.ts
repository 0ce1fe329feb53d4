import { Stream } from 'node:stream';

/**
 * An old-style stream of values, as dynalite's queries read them. The loop closes the store's iterator when the query
 * has enough. A query that throws fails alone instead of ending the process.
 */
export class ValueStream extends Stream {
  #stopped = false;

  constructor(values: AsyncIterable<unknown>, fail: (error: unknown) => void) {
    super();
    this.#flow(values).catch(fail);
  }

  destroy(): void {
    this.#stopped = true;
  }

  async #flow(values: AsyncIterable<unknown>): Promise<void> {
    for await (const value of values) {
      if (this.#stopped) return;
      this.emit('data', value);
    }
    if (!this.#stopped) this.emit('end');
  }
}
