import { invalidInput } from '../../rest/errors.ts';
import type { FoundRecords } from '../../store/records/records.ts';

/** The id of the telephony connection in a request; null for none. Throws if the connection is of another kind. */
export function telephonyConnectionId(
  given: string | null | undefined,
  references: FoundRecords,
): string | null {
  if (given === null || given === undefined) return null;
  if (references.require('account_connection', given).type === 'account_connection_telephony') return given;
  const loc = ['body', 'telephony_account_connection'];
  const msg =
    'This is not a connection to a telephony account; choose one of type account_connection_telephony.';
  throw invalidInput([{ loc, msg, type: 'unknown_reference' }]);
}
