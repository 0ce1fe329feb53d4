import * as z from 'zod/mini';

/** The vendor's explanation of a refusal: https://www.twilio.com/docs/api/errors */
export const vendorError = z.object({ code: z.optional(z.number()), message: z.optional(z.string()) });

/** The vendor refused the request: nothing was done. */
export class VendorRefusal extends Error {
  readonly status: number;
  readonly code: number | undefined;
  /** Milliseconds after which the vendor allows a retry; undefined if it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, error: z.infer<typeof vendorError>, retryAfterMs?: number) {
    super(`${error.message ?? `HTTP status ${status}`}${error.code ? ` (${error.code})` : ''}`);
    this.name = 'VendorRefusal';
    this.status = status;
    this.code = error.code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The request never reached the vendor: nothing was done, so it may be repeated. */
export class VendorUnreachable extends Error {
  override readonly name = 'VendorUnreachable';
}

/** The response was lost or is malformed: the outcome is unknown. */
export class VendorResponseLost extends Error {
  override readonly name = 'VendorAnswerLost';
}

/** Whether the vendor or the network failed, and not the service itself. */
export const isVendorFailure = (error: unknown): boolean =>
  [VendorRefusal, VendorUnreachable, VendorResponseLost].some((kind) => error instanceof kind);

/** Rethrows an error, unless the vendor doesn't have the resource. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof VendorRefusal && error.status === 404)) throw error;
}

/** Codes of numbers that cannot be called: https://www.twilio.com/docs/api/errors */
const UNREACHABLE: ReadonlySet<number> = new Set([21211, 21214, 21215, 21216, 21217, 21219]);

/** Whether the vendor refused a call because of its number. */
export const isInvalidNumber = (error: unknown): boolean =>
  error instanceof VendorRefusal && error.code !== undefined && UNREACHABLE.has(error.code);
