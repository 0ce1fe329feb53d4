import { timingSafeEqual } from 'node:crypto';
import type { Exchange, Route } from '../../http/http-server.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { internalError, VendorError } from '../vendor-api/vendor-error.ts';
import type { Account, Accounts } from './accounts.ts';
import type { FaultBook, Faults } from './faults.ts';

export interface AccountOperation {
  readonly method: string;
  /** The path below the account, with parameters in braces: `Calls/{sid}.json`; empty for the account itself. */
  readonly path: string;
  readonly handle: (exchange: Exchange, account: Account) => void;
}

/** A route of the REST API. It requires the auth token of the account in its path, and an active account. */
export function accountRoute(
  { accounts, faults }: { readonly accounts: Accounts; readonly faults: FaultBook },
  { method, path, handle }: AccountOperation,
): Route {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return {
    method,
    path: new RegExp(
      `^/${API_VERSION}/Accounts/(?<account>[^/.]+)${pattern === '' ? '\\.json' : `/${pattern}`}$`,
    ),
    handle: (exchange) => {
      const account = authenticate(accounts, exchange, exchange.params.account ?? '');
      if (path !== '') requireActive(account);
      if (!isDisturbed(faults.of(account), exchange)) handle(exchange, account);
    },
  };
}

/** A route of an API besides the REST API, which identifies the account by its credentials alone. */
export function credentialsRoute(
  { accounts, faults }: { readonly accounts: Accounts; readonly faults: FaultBook },
  { method, path, handle }: Omit<AccountOperation, 'path'> & { readonly path: RegExp },
): Route {
  return {
    method,
    path,
    handle: (exchange) => {
      const account = authenticate(accounts, exchange, userOf(exchange.headers.authorization));
      requireActive(account);
      if (!isDisturbed(faults.of(account), exchange)) handle(exchange, account);
    },
  };
}

const userOf = (authorization = '') =>
  Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':', 1)[0] ?? '';

function requireActive({ status }: Account): void {
  if (status !== 'active') throw new VendorError(401, 20003, 'Authenticate');
}

/** https://www.twilio.com/docs/api/errors/20429 */
function refuseAsTooMany({ retry_after_seconds: seconds }: Faults, { response }: Exchange): never {
  if (seconds !== undefined) response.setHeader('retry-after', String(seconds));
  throw new VendorError(429, 20429, 'Too Many Requests');
}

/** Whether a fault replaces the requested operation. */
function isDisturbed(faults: Faults, exchange: Exchange): boolean {
  const { requests: fault } = faults;
  const { response } = exchange;
  if (fault === 'throttle') refuseAsTooMany(faults, exchange);
  if (fault === 'fail') throw internalError();
  if (fault === 'lose-answer') response.socket?.resetAndDestroy();
  return fault !== 'none';
}

function authenticate(accounts: Accounts, { headers }: Exchange, sid: string): Account {
  const account = accounts.get(sid);
  if (account && isAuthorized(account, headers.authorization ?? '')) return account;
  throw new VendorError(401, 20003, 'Authenticate');
}

function isAuthorized({ sid, authToken, secondaryAuthToken }: Account, authorization: string): boolean {
  const given = Buffer.from(authorization);
  return [authToken, secondaryAuthToken].some((token) => {
    if (token === undefined) return false;
    const expected = Buffer.from(`Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
