import type { Exchange } from '../../http/http-server.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import { notFound } from '../vendor-api/vendor-error.ts';

/** The account's call in the request's path. Throws the vendor's error if there is none. */
export function findCall({ calls }: CarrierContext, account: Account, { params, url }: Exchange): Call {
  const call = calls.get(params.sid ?? '');
  if (call?.account !== account) throw notFound(url);
  return call;
}
