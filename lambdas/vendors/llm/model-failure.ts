/** The loggable part of a model's failure. It omits the vendor's message, which may repeat the key or the conversation. */
export function describeModelFailure(error: unknown): Record<string, unknown> {
  if (error instanceof SyntaxError) return { reason: 'The answer is not JSON.' };
  if (error instanceof ModelApiError) return { reason: error.code, status: error.status };
  return { error };
}

/** The answer reached its maximum length: its end is missing, and its last clause may be incomplete. */
export class AnswerTooLong extends Error {
  override readonly message = 'The answer of the language model is too long.';
}

/** A refusal or a failure of a vendor's API. Its message omits the vendor's, which may repeat the conversation. */
export class ModelApiError extends Error {
  readonly code: string;
  /** The HTTP status; for Amazon Bedrock, also that of an exception within a stream. */
  readonly status: number | undefined;
  /** The vendor's message; private, so that no log contains it. */
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
