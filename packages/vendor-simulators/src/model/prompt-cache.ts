/** Shortest prompt that is cached, and the step in which its cached part grows. A token is a word here. */
const LEAST = 1024;
const STEP = 128;
const REMEMBERED = 50;

/**
 * Finds the beginning that a prompt shares with an earlier one, as vendors cache prompts:
 * https://platform.openai.com/docs/guides/prompt-caching
 */
export class PromptCache {
  #prompts: { readonly owner: string; readonly words: readonly string[] }[] = [];

  /** Remembers the parts of a prompt in their order. Returns the number of words that the cache contained. */
  take(owner: string, parts: readonly unknown[]): number {
    const words = parts.flatMap((part) => JSON.stringify(part).split(' '));
    if (words.length < LEAST) return 0;
    const before = this.#prompts.filter((prompt) => prompt.owner === owner);
    this.#prompts = [...this.#prompts, { owner, words }].slice(-REMEMBERED);
    const shared = Math.max(0, ...before.map((prompt) => sharedBeginning(prompt.words, words)));
    return shared < LEAST ? 0 : shared - (shared % STEP);
  }
}

function sharedBeginning(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((word, index) => word !== other[index]);
  return end < 0 ? one.length : end;
}
