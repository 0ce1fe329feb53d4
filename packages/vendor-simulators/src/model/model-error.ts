import { HttpError } from '../http/http-error.ts';

/** A refusal in the shape of the chat-completions API. */
export class ModelError extends HttpError {
  constructor(
    status: number,
    type: string,
    code: string | null,
    message: string,
    param: string | null = null,
  ) {
    super(status, { error: { message, type, param, code } });
  }
}
