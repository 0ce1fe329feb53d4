import { HttpError } from '../../http/http-error.ts';

/** A refusal of the REST API in the vendor's shape. */
export class VendorError extends HttpError {
  constructor(status: number, code: number, message: string) {
    super(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
  }
}

/** The vendor's answer for a missing resource. */
export function notFound(url: URL): VendorError {
  return new VendorError(404, 20404, `The requested resource ${url.pathname} was not found`);
}

/** The vendor's answer to an internal failure. */
export function internalError(): VendorError {
  return new VendorError(500, 20500, 'An internal server error has occurred');
}
