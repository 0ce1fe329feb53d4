import { runWithin, TookTooLong } from '../../platform/run-within.ts';
import { PATTERN_FLAGS } from './expectation-schema.ts';

/** Milliseconds for one text, and for all texts of a case. Most take less than one, but the machine may be busy. */
const MAX_MS = 2_000;
const MAX_ALL_MS = 10_000;

/** The patterns of one case. They run on JavaScript's engine, which backtracks: what takes too long is aborted. */
export class Patterns {
  #leftMs = MAX_ALL_MS;

  /** Whether a text has a match. Undefined if that takes too long. */
  finds(pattern: string, text: string): boolean | undefined {
    if (this.#leftMs <= 0) return undefined;
    const begunMs = performance.now();
    try {
      const limit = Math.ceil(Math.min(MAX_MS, this.#leftMs));
      return runWithin(limit, () => new RegExp(pattern, PATTERN_FLAGS).test(text));
    } catch (error) {
      if (error instanceof TookTooLong) return undefined;
      throw error;
    } finally {
      this.#leftMs -= performance.now() - begunMs;
    }
  }
}
