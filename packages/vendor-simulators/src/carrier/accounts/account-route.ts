import { timingSafeEqual } from 'node:crypto';
import type { Exchange, Route } from '../../http/http-server.ts';
import { VendorError } from '../vendor-error.ts';
import { API_VERSION } from '../voice-parameters.ts';
import type { Account, Accounts } from './accounts.ts';

/** Something that the REST API does for an account. */
export interface AccountOperation {
  readonly method: string;
  /** Below the account, with parameters in braces: `Calls/{sid}.json`. */
  readonly path: string;
  readonly handle: (exchange: Exchange, account: Account) => void;
}

/** A route of the REST API: it serves those who know the auth token of the account in its path. */
export function accountRoute(accounts: Accounts, { method, path, handle }: AccountOperation): Route {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return {
    method,
    path: new RegExp(`^/${API_VERSION}/Accounts/(?<account>[^/]+)/${pattern}$`),
    handle: (exchange) => handle(exchange, authenticate(accounts, exchange)),
  };
}

function authenticate(accounts: Accounts, { headers, params }: Exchange): Account {
  const account = accounts.get(params.account ?? '');
  if (account && isAuthorized(account, headers.authorization ?? '')) return account;
  throw new VendorError(401, 20003, 'Authenticate');
}

function isAuthorized({ sid, authToken }: Account, authorization: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${sid}:${authToken}`).toString('base64')}`);
  const given = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
