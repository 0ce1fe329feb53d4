/**
 * A refusal or a fault of Amazon Bedrock. Its message has none of the vendor's words, because some repeat the
 * conversation.
 */
export class BedrockError extends Error {
  readonly code: string;
  /** The HTTP status, also of an exception within a stream. */
  readonly status: number;
  /** The vendor's words; private, so that no log shows them. */
  readonly #words: string;

  constructor(code: string, status: number, words: string) {
    super(`Amazon Bedrock failed: ${code}.`);
    this.name = 'BedrockError';
    this.code = code;
    this.status = status;
    this.#words = words;
  }

  get words(): string {
    return this.#words;
  }
}
