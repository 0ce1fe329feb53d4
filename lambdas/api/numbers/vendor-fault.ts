import { ApiError } from '../../rest/errors.ts';
import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from '../../telephony/vendor-errors.ts';

/** The part of the request that names the account; a query changes nothing at the vendor. */
type Part = 'body' | 'query';

/** Throws the API error for a failure of the telephony vendor; rethrows any other error. */
export function throwVendorFault(connection: string | null, part: Part = 'body'): (error: unknown) => never {
  return (error) => {
    throw vendorFault(error, connection, part);
  };
}

function vendorFault(error: unknown, connection: string | null, part: Part): unknown {
  if (error instanceof VendorRefusal) {
    const loc = connection === null ? [] : [part, 'telephony_account_connection'];
    const msg = `The telephony vendor refused: ${error.message}`;
    const retryAfterSeconds = retryAfterOf(error);
    return new ApiError('vendor_refusal', [{ loc, msg, type: 'telephony_refused' }], {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  if (error instanceof VendorUnreachable) {
    const msg = 'The telephony vendor could not be reached; nothing was done. Try again.';
    return new ApiError('vendor_refusal', [{ loc: [], msg, type: 'telephony_unreachable' }]);
  }
  if (error instanceof VendorAnswerLost) {
    const msg =
      part === 'query'
        ? 'The telephony vendor did not answer; nothing was done. Try again.'
        : 'The telephony vendor did not answer, so the outcome is not known yet. If the number was bought, it appears among your numbers within minutes.';
    return new ApiError('vendor_failure', [{ loc: [], msg, type: 'telephony_answer_lost' }]);
  }
  return error;
}

/** Longest wait that is passed on, in seconds. */
const LONGEST_RETRY_AFTER = 300;

/** Seconds after which the vendor wants to be asked again; undefined if it did not say. */
const retryAfterOf = ({ retryAfterMs }: VendorRefusal): number | undefined =>
  retryAfterMs === undefined ? undefined : Math.min(LONGEST_RETRY_AFTER, Math.ceil(retryAfterMs / 1000));
