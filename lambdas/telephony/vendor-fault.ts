import { DomainError } from '../domain/errors.ts';
import { VendorAnswerLost, VendorRefusal, VendorUnreachable } from './client.ts';

/** Throws the API error for a failure of the telephony vendor; rethrows any other error. */
export function tellVendorFault(connection: string | null): (error: unknown) => never {
  return (error) => {
    throw vendorFault(error, connection);
  };
}

function vendorFault(error: unknown, connection: string | null): unknown {
  if (error instanceof VendorRefusal) {
    const loc = connection === null ? [] : ['body', 'telephony_account_connection'];
    const msg = `The telephony vendor refused: ${error.message}`;
    return new DomainError('vendor_refusal', [{ loc, msg, type: 'telephony_refused' }]);
  }
  if (error instanceof VendorUnreachable) {
    const msg = 'The telephony vendor could not be reached; nothing was done. Try again.';
    return new DomainError('vendor_refusal', [{ loc: [], msg, type: 'telephony_unreachable' }]);
  }
  if (error instanceof VendorAnswerLost) {
    const msg =
      'The telephony vendor did not answer, so the outcome is not known yet. If the number was bought, it appears among your numbers within minutes.';
    return new DomainError('vendor_failure', [{ loc: [], msg, type: 'telephony_answer_lost' }]);
  }
  return error;
}
