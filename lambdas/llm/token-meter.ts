/** Counts the tokens that one invocation uses on the platform's accounts. */
export class TokenMeter {
  #tokens = 0;

  /** Tokens so far, input and output. */
  get tokens(): number {
    return this.#tokens;
  }

  add(tokens: number): void {
    this.#tokens += tokens;
  }
}
