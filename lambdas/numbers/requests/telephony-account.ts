import { accountConnectionKind } from '../../account-connections/model/account-connection.ts';
import { type AccountOf, telephonyClientOf } from '../../account-connections/telephony-accounts.ts';
import { ApiError, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import type { TelephonyClient } from '../../vendors/telephony/client.ts';
import {
  VendorRefusal,
  VendorResponseLost,
  VendorUnreachable,
} from '../../vendors/telephony/vendor-errors.ts';

/** The id of the telephony connection in a request; null for none. Throws if the connection is of another kind. */
export function telephonyConnectionId(
  id: string | null | undefined,
  references: FoundRecords,
): string | null {
  if (id === null || id === undefined) return null;
  if (references.require(accountConnectionKind, id).type === 'account_connection_telephony') return id;
  const loc = ['body', 'telephony_account_connection'];
  const msg =
    'This is not a connection to a telephony account; choose one of type account_connection_telephony.';
  throw invalidInput([{ loc, msg, type: 'unknown_reference' }]);
}

/** The vendor's API with that account, for a request that names it. Throws if the account connection does not exist. */
export async function requireTelephonyClient(
  table: Table,
  of: AccountOf,
  part: 'body' | 'query' = 'body',
): Promise<TelephonyClient> {
  const client = await telephonyClientOf(table, of, { interactive: true });
  if (client) return client;
  const loc = [part, 'telephony_account_connection'];
  throw invalidInput([{ loc, msg: 'No account connection with this id.', type: 'unknown_reference' }]);
}

/** The part of the request that contains the account; requests with a query change nothing at the vendor. */
type Part = 'body' | 'query';

export function throwVendorFailure(
  connection: string | null,
  part: Part = 'body',
): (error: unknown) => never {
  return (error) => {
    throw vendorFailure(error, connection, part);
  };
}

function vendorFailure(error: unknown, connection: string | null, part: Part): unknown {
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
  if (error instanceof VendorResponseLost) {
    const msg =
      part === 'query'
        ? 'The telephony vendor did not respond; nothing was done. Try again.'
        : 'The telephony vendor did not respond, so the outcome is not yet known. If the number was bought, it appears among your numbers within minutes.';
    return new ApiError('vendor_failure', [{ loc: [], msg, type: 'telephony_answer_lost' }]);
  }
  return error;
}

const LONGEST_RETRY_AFTER = 300;

/** Seconds after which the vendor allows a retry; undefined if it did not say. */
const retryAfterOf = ({ retryAfterMs }: VendorRefusal): number | undefined =>
  retryAfterMs === undefined ? undefined : Math.min(LONGEST_RETRY_AFTER, Math.ceil(retryAfterMs / 1000));
