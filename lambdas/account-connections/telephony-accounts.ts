import { systemClock } from '../platform/clock.ts';
import {
  rereadTelephonyAccount,
  type TelephonyAccount,
  telephonyAccountOfPlatform,
} from '../platform/secrets.ts';
import type { Table } from '../platform/table/table.ts';
import { getRecord } from '../records/store/records.ts';
import { type ClientOptions, TelephonyClient } from '../vendors/telephony/client.ts';
import { accountConnectionKind } from './model/account-connection.ts';

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
  const connection = await getRecord(table, user_id, accountConnectionKind, id);
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

/** Milliseconds for which refused requests share a read of the secret: many may be refused at once. */
const SHARED_MS = 1_000;

let lastRead: { readonly atMs: number; readonly account: Promise<TelephonyAccount> } | undefined;

/** The platform's account with a newer auth token than the refused one. Reads the secret at most once a second. */
export async function newerTelephonyAccount(
  refused: TelephonyAccount,
): Promise<TelephonyAccount | undefined> {
  const atMs = systemClock().getTime();
  if (lastRead === undefined || atMs - lastRead.atMs >= SHARED_MS)
    lastRead = { atMs, account: rereadTelephonyAccount() };
  const present = await lastRead.account;
  const isNewer = present.account_sid === refused.account_sid && present.auth_token !== refused.auth_token;
  return isNewer ? present : undefined;
}
