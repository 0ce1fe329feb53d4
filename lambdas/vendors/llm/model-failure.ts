import OpenAI from 'openai';

/** The loggable part of a model's failure. The vendor's own words are omitted: some repeat the key or the conversation. */
export function describeModelFailure(error: unknown): Record<string, unknown> {
  if (error instanceof SyntaxError) return { reason: 'The answer is not JSON.' };
  if (error instanceof BedrockError) return { reason: error.code, status: error.status };
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) return { error };
  return { reason: error.name, status: error.status, code: error.code };
}

/** The answer is as long as it may be: its end is missing, and its last clause may be incomplete. */
export class AnswerTooLong extends Error {
  override readonly message = 'The answer of the language model is too long.';
}

/**
 * A refusal or a failure of Amazon Bedrock. Its message has none of the vendor's words, because some repeat the
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
