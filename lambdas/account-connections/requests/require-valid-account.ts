import * as z from 'zod/mini';
import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
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
    const answer = await accountAtVendor({ account_sid, auth_token });
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

/** The vendor's answer contains the token: never log or return it. */
function accountAtVendor(account: TelephonyAccount): Promise<unknown> {
  return new TelephonyClient(account, { interactive: true }).request('GET', '.json');
}

const UNVERIFIED = {
  msg: 'The telephony vendor did not answer, so the credentials could not be verified and nothing was changed. Try again.',
  type: 'telephony_unverified',
};
