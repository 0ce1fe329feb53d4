import { callbackKey } from '../../lambdas/vendors/telephony/callback-keys.ts';
import { DEFAULT_CALLBACK_KEY } from '../../local/service.ts';
import type { Connection } from './service/service-process.ts';

type Named = { readonly user_id: string; readonly id: string };

/** The URL of a callback of a call. */
export function callUrl({ base_url }: Pick<Connection, 'base_url'>, { user_id, id }: Named, kind: string) {
  const key = callbackKey(DEFAULT_CALLBACK_KEY, { purpose: 'call', userId: user_id, recordId: id });
  return `${base_url}/telephony/calls/${user_id}/${id}/${key}/${kind}`;
}

/** The URL of a callback of a number. */
export function numberUrl({ base_url }: Pick<Connection, 'base_url'>, { user_id, id }: Named, kind: string) {
  const key = callbackKey(DEFAULT_CALLBACK_KEY, { purpose: 'number', userId: user_id, recordId: id });
  return `${base_url}/telephony/numbers/${user_id}/${id}/${key}/${kind}`;
}

/** The parameters with which the vendor connects the relay of a call. */
export function relayParameters({ user_id, id }: Named) {
  const key = callbackKey(DEFAULT_CALLBACK_KEY, { purpose: 'relay', userId: user_id, recordId: id });
  return { call_id: id, user_id, key };
}
