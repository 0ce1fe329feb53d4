import * as z from 'zod/mini';
import { ApiError, invalidInput } from '../../http/errors.ts';
import type { TelephonyAccount } from '../../platform/secrets.ts';
import { TelephonyClient } from '../../vendors/telephony/client.ts';
import { isVendorFailure, VendorRefusal } from '../../vendors/telephony/vendor-errors.ts';

/** The fields of the vendor's account resource that are read: https://www.twilio.com/docs/iam/api/account */
const vendorAccount = z.object({ sid: z.string(), status: z.string() });

interface Credentials {
  readonly telephony_account_sid: string;
  readonly telephony_auth_token: string;
}

const LOC = ['body', 'credentials', 'telephony_auth_token'];

/**
 * Checks with the vendor that credentials belong to an active account. The token's holder can sign callbacks, so only
 * verified credentials are stored. Throws an error for the user otherwise; waits 8 seconds at most.
 */
export async function requireValidAccount(credentials: Credentials): Promise<true> {
  const { telephony_account_sid: account_sid, telephony_auth_token: auth_token } = credentials;
  const answer = await accountAtVendor({ account_sid, auth_token }).catch(throwFailure);
  const account = vendorAccount.safeParse(answer).data;
  if (account?.sid !== account_sid) throw unverified();
  if (account.status === 'active') return true;
  const msg = `The telephony account is not active but ${account.status}; activate it at the vendor first.`;
  throw invalidInput([{ loc: LOC, msg, type: 'telephony_account_inactive' }]);
}

/** The vendor's answer contains the token: never log or return it. */
function accountAtVendor(account: TelephonyAccount): Promise<unknown> {
  return new TelephonyClient(account, { interactive: true }).request('GET', '.json');
}

function throwFailure(error: unknown): never {
  if (error instanceof VendorRefusal && error.status !== 429) {
    const msg = `The telephony vendor refuses these credentials (${error.message}); check the account SID and the auth token.`;
    throw invalidInput([{ loc: LOC, msg, type: 'telephony_credentials_refused' }]);
  }
  throw isVendorFailure(error) ? unverified() : error;
}

function unverified(): ApiError {
  const msg =
    'The telephony vendor did not answer, so the credentials could not be verified and nothing was stored. Try again.';
  return new ApiError('vendor_refusal', [{ loc: [], msg, type: 'telephony_unverified' }]);
}
