import { HttpError } from '../../http/http-error.ts';
import type { Account, Accounts } from './accounts.ts';

/** The account that a control request names. Throws a 422 if there is none with this sid. */
export function namedAccount(accounts: Accounts, sid: string): Account {
  const account = accounts.get(sid);
  if (!account) throw new HttpError(422, { message: `There is no account ${sid}.` });
  return account;
}
