import { HttpError } from '../http/http-error.ts';

/** A refusal of the REST API in the vendor's shape. */
export class VendorError extends HttpError {
  constructor(status: number, code: number, message: string) {
    super(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
  }
}
