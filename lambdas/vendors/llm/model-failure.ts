/** The loggable part of a model's failure. The vendor's own words are omitted: some repeat the key or the conversation. */
export function describeModelFailure(error: unknown): Record<string, unknown> {
  if (error instanceof SyntaxError) return { reason: 'The answer is not JSON.' };
  if (error instanceof ModelApiError) return { reason: error.code, status: error.status };
  return { error };
}

/** The answer is as long as it may be: its end is missing, and its last clause may be incomplete. */
export class AnswerTooLong extends Error {
  override readonly message = 'The answer of the language model is too long.';
}

/**
 * A refusal or a failure of a vendor's API. Its message has none of the vendor's words, because some repeat the
 * conversation.
 */
export class ModelApiError extends Error {
  readonly code: string;
  /** The HTTP status, for Amazon Bedrock also of an exception within a stream. */
  readonly status: number | undefined;
  /** The vendor's words; private, so that no log shows them. */
  readonly #words: string;

  constructor(code: string, status: number | undefined, words: string) {
    super(`The API of the language model failed: ${code}.`);
    this.name = 'ModelApiError';
    this.code = code;
    this.status = status;
    this.#words = words;
  }

  get words(): string {
    return this.#words;
  }
}
