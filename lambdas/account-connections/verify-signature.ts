import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { type TelephonyAccount, telephonyAccountOfPlatform } from '../platform/secrets.ts';
import { readExpiringText } from '../platform/table/expiring-text.ts';
import type { Table } from '../platform/table/table.ts';
import { telephonySigningTokens } from '../platform/telephony-signing-tokens.ts';
import { signedPart } from '../vendors/telephony/retries.ts';
import { formerAuthTokenKey } from './store/keys.ts';
import { type AccountOf, telephonyAccountOf } from './telephony-accounts.ts';

/** Whether a record's account signed a request. For a day after a change, its former auth token counts, too. */
export async function isSignedByAccount(
  table: Table,
  of: AccountOf | undefined,
  request: SignedRequest & { readonly now: Date },
): Promise<boolean> {
  const account = await (of ? telephonyAccountOf(table, of) : telephonyAccountOfPlatform());
  if (!account || request.signature === undefined) return false;
  if (isSigned(account, request)) return true;
  const others = await otherTokens(table, of, request.now);
  return others.some((auth_token) => isSigned({ ...account, auth_token }, request));
}

async function otherTokens(table: Table, of: AccountOf | undefined, now: Date): Promise<readonly string[]> {
  const connectionId = of?.telephony_account_connection;
  if (!of || !connectionId) return telephonySigningTokens(now);
  const former = await readExpiringText(table, formerAuthTokenKey(of.user_id, connectionId), now);
  return former === undefined ? [] : [former];
}

export interface SignedRequest {
  readonly signature: string | undefined;
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Verifies X-Twilio-Signature over the URL without its fragment and the form's fields with the account's token. */
export function isSigned(account: Pick<TelephonyAccount, 'auth_token'>, request: SignedRequest): boolean {
  return (
    request.signature !== undefined &&
    validateRequest(account.auth_token, request.signature, signedPart(request.url), request.form)
  );
}

/** The header with the signature of the vendor's requests: the base64 of a SHA-1. */
export const SIGNATURE_HEADER = 'x-twilio-signature';
const FORM = /^[A-Za-z0-9+/]{27}=$/;

export const looksSigned = (signature: string | undefined): signature is string =>
  signature !== undefined && FORM.test(signature);
