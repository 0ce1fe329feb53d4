import { systemClock } from './clock.ts';
import { rereadTelephonyAccount, type TelephonyAccount } from './secrets.ts';

/** Milliseconds for which refused requests share a read of the secret: many may be refused at once. */
const SHARED_MS = 1_000;

let lastRead: { readonly atMs: number; readonly account: Promise<TelephonyAccount> } | undefined;

/**
 * The platform's account with a newer auth token than the one that the vendor refused. Returns undefined if the secret
 * still has that token. A container reads the secret at most once a second for this; a failed read is thrown.
 */
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
