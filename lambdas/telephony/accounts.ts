import { newerTelephonyAccount } from '../runtime/newer-telephony-account.ts';
import { type TelephonyAccount, telephonyAccountOfPlatform } from '../runtime/secrets.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { type ClientOptions, TelephonyClient } from './client.ts';

/** The telephony account of a record: a user's own, by its connection, or the platform's. */
export interface AccountOf {
  readonly user_id: string;
  readonly telephony_account_connection?: string | null | undefined;
}

/** The account at the telephony vendor. Returns undefined if the account connection does not exist. */
export async function telephonyAccountOf(
  table: Table,
  { user_id, telephony_account_connection: id }: AccountOf,
): Promise<TelephonyAccount | undefined> {
  if (!id) return telephonyAccountOfPlatform();
  const connection = await getRecord(table, user_id, 'account_connection', id);
  if (connection?.type !== 'account_connection_telephony') return undefined;
  const { telephony_account_sid: account_sid, telephony_auth_token: auth_token } = connection.credentials;
  return { account_sid, auth_token };
}

/** The vendor's API with that account. Returns undefined if the account connection does not exist. */
export async function telephonyClientOf(
  table: Table,
  of: AccountOf,
  options: ClientOptions = {},
): Promise<TelephonyClient | undefined> {
  if (!of.telephony_account_connection) return telephonyClientOfPlatform(options);
  const account = await telephonyAccountOf(table, of);
  return account && new TelephonyClient(account, options);
}

/** The vendor's API with the platform's account. Its auth token is cached, so it may have been replaced. */
export async function telephonyClientOfPlatform(options: ClientOptions = {}): Promise<TelephonyClient> {
  return new TelephonyClient(await telephonyAccountOfPlatform(), {
    ...options,
    renew: newerTelephonyAccount,
  });
}
