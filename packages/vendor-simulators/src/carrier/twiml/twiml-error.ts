/** An error in the application's instructions, with the code that the vendor's debugger would show. */
export class TwimlError extends Error {
  readonly code: number;
  /** The document that could not be fetched or run, if it has a URL. */
  readonly url: string | undefined;

  constructor(code: number, message: string, url?: string) {
    super(message);
    this.code = code;
    this.url = url;
  }
}
