import type { ModelMessage } from '../domain/conversations/model-message.ts';

/** Bytes of text per token, if the vendor reports none: about four in English, fewer in other scripts. */
const BYTES_PER_TOKEN = 4;

/** Counts the tokens that one invocation uses on the platform's accounts. */
export class TokenMeter {
  #tokens = 0;

  /** Tokens so far, input and output. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Counts the tokens of one answer. */
  add(tokens: number): void {
    this.#tokens += tokens;
  }
}

/** Estimates the tokens of an exchange by its length, if the vendor did not report them. */
export function estimateTokens(messages: readonly ModelMessage[], answer: string): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(messages) + answer) / BYTES_PER_TOKEN);
}
