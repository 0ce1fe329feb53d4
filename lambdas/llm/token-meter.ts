/** Counts the tokens that one invocation uses on the platform's accounts. */
export class TokenMeter {
  #tokens = 0;
  #speculativeIn = 0;
  #speculativeOut = 0;

  /** Tokens so far, input and output. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Counts the tokens of one answer. */
  add(tokens: number): void {
    this.#tokens += tokens;
  }

  /** Tokens of requests ahead whose answers were dropped, estimated: of the prompt and of the answer. */
  get speculativeTokensIn(): number {
    return this.#speculativeIn;
  }
  get speculativeTokensOut(): number {
    return this.#speculativeOut;
  }

  /** Notes that an answer was dropped. Its tokens were counted with `add` if the platform pays for them. */
  drop({ tokensIn, tokensOut }: { readonly tokensIn: number; readonly tokensOut: number }): void {
    this.#speculativeIn += tokensIn;
    this.#speculativeOut += tokensOut;
  }
}
