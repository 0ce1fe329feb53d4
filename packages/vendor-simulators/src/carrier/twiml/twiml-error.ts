/** An error in the application's instructions, with the code that the vendor's debugger would show. */
export class TwimlError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
