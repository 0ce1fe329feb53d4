/** An error that an AWS service answers with. */
export class AwsError extends Error {
  /** The exception's name, such as AccessDeniedException. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
    this.status = status;
  }
}
