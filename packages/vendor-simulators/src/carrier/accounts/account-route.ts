import { timingSafeEqual } from 'node:crypto';
import type { Exchange, Route } from '../../http/http-server.ts';
import { API_VERSION } from '../vendor-api/api-version.ts';
import { internalError, VendorError } from '../vendor-api/vendor-error.ts';
import type { Account, Accounts } from './accounts.ts';
import type { FaultBook, Faults } from './faults.ts';

/** An operation of the REST API on an account. */
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
      const account = authenticate(accounts, exchange);
      if (path !== '' && account.status !== 'active') throw new VendorError(401, 20003, 'Authenticate');
      if (!isDisturbed(faults.of(account).requests, exchange)) handle(exchange, account);
    },
  };
}

/** Whether a fault replaces the requested operation. */
function isDisturbed(fault: Faults['requests'], { response }: Exchange): boolean {
  if (fault === 'throttle') throw new VendorError(429, 20429, 'Too Many Requests');
  if (fault === 'fail') throw internalError();
  if (fault === 'lose-answer') response.socket?.resetAndDestroy();
  return fault !== 'none';
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
