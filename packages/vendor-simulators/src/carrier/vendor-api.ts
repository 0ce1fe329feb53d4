import { type Exchange, HttpError } from '../http/http-server.ts';

/** The version of the REST API, which its paths and every form carry. */
export const API_VERSION = '2010-04-01';

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

/** A time as the vendor writes it: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export function rfc2822(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000');
}

/** Whether a text is a telephone number in E.164: a plus and up to 15 digits. */
export function isE164(number: string): boolean {
  return /^\+[1-9]\d{1,14}$/.test(number);
}

/** The telephone number in the path of a control request. Throws a 422 for any other text. */
export function pathNumber({ params }: Exchange): string {
  const number = params.number ?? '';
  if (!isE164(number)) throw new HttpError(422, { message: `"${number}" is not a number in E.164.` });
  return number;
}

/** A URL in a form; undefined if it is missing or empty. Throws the vendor's error unless it is absolute. */
export function urlIn(form: URLSearchParams, name: string, code: number): string | undefined {
  const value = form.get(name) || undefined;
  if (value !== undefined && (!/^https?:/.test(value) || !URL.canParse(value)))
    throw new VendorError(400, code, `${name} is not a valid URL: ${value}`);
  return value;
}

/** Throws for a callback that should not be posted: the simulated vendor posts all of them. */
export function refuseMethods(form: URLSearchParams): void {
  const other = [...form].find(([name, value]) => name.endsWith('Method') && value !== 'POST');
  if (other) throw new VendorError(400, 20001, `${other[0]} must be POST here: ${other[1]}`);
}

/** The vendor's page sizes: 50 unless asked otherwise, and never above 1,000. */
export function pageSize({ searchParams }: URL): number {
  return Math.min(Number(searchParams.get('PageSize') ?? 50), 1_000);
}
