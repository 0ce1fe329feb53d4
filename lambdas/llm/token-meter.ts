import type { ModelMessage } from '../domain/conversations/model-message.ts';

/** Bytes of text in a token, for what the vendor does not tell: some four in English, fewer in other scripts. */
const BYTES_PER_TOKEN = 4;

/** Counts the tokens of language models that one invocation uses at the platform's expense. */
export class TokenMeter {
  #tokens = 0;

  /** Tokens that were used so far, sent and answered ones. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Counts the tokens of one answer. */
  add(tokens: number): void {
    this.#tokens += tokens;
  }
}

/** Tokens of an exchange with a model whose vendor did not tell, because the stream broke off or it never does: by the length of what was said. */
export function estimateTokens(messages: readonly ModelMessage[], answer: string): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(messages) + answer) / BYTES_PER_TOKEN);
}
