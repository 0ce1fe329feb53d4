import { nextInProcess } from './run/next-in-process.ts';
import { newNumber, put } from './scene.ts';
import type { Api } from './service/api.ts';
import type { Connection } from './service/service-process.ts';

/** A request to the control API of the simulated carrier. */
export function tellCarrier({ carrier_url }: Connection, path: string, body: unknown): Promise<void> {
  return put(`${carrier_url}/simulator/${path}`, body);
}

/** A number at the simulated carrier. A bought one has its record's id as its friendly name. */
interface HeldNumber {
  readonly account_sid: string;
  readonly phone_number: string;
  readonly friendly_name: string;
}

/** All numbers that the simulated carrier has sold or was given. */
export async function heldAtCarrier({ carrier_url }: Connection): Promise<HeldNumber[]> {
  const response = await fetch(`${carrier_url}/simulator/numbers`);
  return (await response.json()) as HeldNumber[];
}

/** The numbers of an account at the simulated carrier, or all of them. */
export async function numbersAtCarrier(connection: Connection, account?: string): Promise<string[]> {
  return (await heldAtCarrier(connection))
    .filter(({ account_sid }) => account === undefined || account_sid === account)
    .map(({ phone_number }) => phone_number);
}

/** A telephony account of the user's own at the simulated carrier, with the connection to it. */
export async function makeAccount(connection: Connection, api: Api, options: object = {}) {
  const count = nextInProcess('telephony account');
  const sid = `AC${String(process.pid).padStart(16, '0')}${String(count).padStart(16, '0')}`;
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
