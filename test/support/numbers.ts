import type { Api } from './api.ts';
import { newNumber } from './scene.ts';
import type { Connection } from './service-process.ts';

/** A request to the control API of the simulated carrier. */
export async function tellCarrier({ carrier_url }: Connection, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${carrier_url}/simulator/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** The numbers of an account at the simulated carrier, or all of them. */
export async function numbersAtCarrier({ carrier_url }: Connection, account?: string): Promise<string[]> {
  const response = await fetch(`${carrier_url}/simulator/numbers`);
  const all = (await response.json()) as { account_sid: string; phone_number: string }[];
  return all
    .filter(({ account_sid }) => account === undefined || account_sid === account)
    .map(({ phone_number }) => phone_number);
}

let accounts = 0;

/** A telephony account of the user's own at the simulated carrier, with the connection to it. */
export async function makeAccount(connection: Connection, api: Api, options: object = {}) {
  accounts += 1;
  const sid = `AC${String(process.pid).padStart(16, '0')}${String(accounts).padStart(16, '0')}`;
  const token = `token-of-${sid}`;
  await tellCarrier(connection, `accounts/${sid}`, { auth_token: token });
  const record = await api.created('/v1/account_connections/create', {
    type: 'account_connection_telephony',
    credentials: { telephony_account_sid: sid, telephony_auth_token: token },
    ...options,
  });
  return { sid, token, connection: record };
}

/** A number that the account holds at the carrier. */
export async function giveNumber(connection: Connection, account: string): Promise<string> {
  const number = newNumber();
  await tellCarrier(connection, `numbers/${encodeURIComponent(number)}`, { account_sid: account });
  return number;
}
