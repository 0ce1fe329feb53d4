import * as z from 'zod/mini';
import { ApiError, type Issue, invalidInput, notFound } from '../../http/errors.ts';
import type { UserLimit } from '../../http/limits/user-limits.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import { TelephonyClient } from '../../vendors/telephony/client.ts';
import { isVendorFailure, VendorRefusal } from '../../vendors/telephony/vendor-errors.ts';
import { accountConnectionKind, type TelephonyConnection } from '../model/account-connection.ts';
import { failedChecksPerMinute } from '../model/settings.ts';

/** Users must not guess credentials, or keep the vendor busy, through the service. */
export const FAILED_CHECKS: UserLimit = {
  use: 'failed_checks',
  variable: failedChecksPerMinute,
  msg: (most) => `At most ${most} checks of your credentials may fail per minute; correct them`,
  type: 'too_many_failed_checks',
  loc: ['body', 'credentials'],
};

/** Checks of stored credentials, whether they fail or not. */
export const CHECKS: UserLimit = {
  use: 'checks',
  variable: failedChecksPerMinute,
  msg: (most) => `You may check connections ${most} times a minute`,
  type: 'too_many_checks',
};

/** The fields of the vendor's account resource that are read: https://www.twilio.com/docs/iam/api/account */
const vendorAccount = z.object({ sid: z.string(), status: z.string() });

interface Credentials {
  readonly telephony_account_sid: string;
  readonly telephony_auth_token: string;
}

const LOC = ['body', 'credentials', 'telephony_auth_token'];

/** Checks with the vendor that credentials belong to an active account: a token's holder can sign callbacks. */
export async function requireValidAccount(credentials: Credentials): Promise<true> {
  const issue = await issueOfAccount(credentials);
  if (!issue) return true;
  if (issue === UNVERIFIED) throw new ApiError('vendor_refusal', [{ loc: [], ...issue }]);
  throw invalidInput([{ loc: LOC, ...issue }]);
}

/** What the vendor says is wrong with credentials; undefined if they belong to an active account. */
export async function issueOfAccount({
  telephony_account_sid: account_sid,
  telephony_auth_token: auth_token,
}: Credentials): Promise<Omit<Issue, 'loc'> | undefined> {
  try {
    const client = new TelephonyClient({ account_sid, auth_token }, { interactive: true });
    // The answer contains the token: never log or return it.
    const answer = await client.request('GET', '.json');
    const account = vendorAccount.safeParse(answer).data;
    if (account?.sid !== account_sid) return UNVERIFIED;
    if (account.status === 'active') return undefined;
    const msg = `The telephony account is not active but ${account.status}; activate it at the vendor first.`;
    return { msg, type: 'telephony_account_inactive' };
  } catch (error) {
    if (!isVendorFailure(error)) throw error;
    if (!(error instanceof VendorRefusal) || error.status === 429) return UNVERIFIED;
    const msg = `The telephony vendor refuses these credentials (${error.message}); check the account SID and the auth token.`;
    return { msg, type: 'telephony_credentials_refused' };
  }
}

const UNVERIFIED = {
  msg: 'The telephony vendor did not answer, so the credentials could not be verified and nothing was changed. Try again.',
  type: 'telephony_unverified',
};

/** The user's telephony connection that a query selects. Throws if it does not exist or is of another kind. */
export async function requireTelephonyConnection(
  table: Table,
  userId: string,
  id: string,
): Promise<TelephonyConnection> {
  const connection = await getRecord(table, userId, accountConnectionKind, id);
  if (!connection) throw notFound('account connection');
  if (connection.type === 'account_connection_telephony') return connection;
  const msg =
    'This is not a connection to a telephony account; choose one of type account_connection_telephony.';
  throw invalidInput([{ loc: ['query', 'id'], msg, type: 'wrong_kind' }]);
}
