import { randomUUID } from 'node:crypto';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll } from 'vitest';
import type { StoredNumber } from '../../lambdas/numbers/model/number.ts';
import { addNumber } from '../../lambdas/numbers/store/numbers.ts';
import { startSecrets } from './peers/secrets-server.ts';
import { getJson } from './service/api.ts';
import { storedNumber } from './table/held-number.ts';
import { addOwnAccount } from './table/own-account.ts';
import { tableOfFile } from './table/table.ts';

/** The account at the vendor. */
export const ACCOUNT = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'token' };

/** A table, the secrets and a simulated vendor with an account, for all tests of a file. */
export async function carrierOfFile(callbacks = 'https://callbacks.example') {
  const table = await tableOfFile();
  const stopSecrets = await startSecrets();
  const carrier = await startCarrier({ accountSid: ACCOUNT.account_sid, authToken: ACCOUNT.auth_token });
  afterAll(() => Promise.all([carrier.close(), stopSecrets()]));
  Object.assign(process.env, { TELEPHONY_API_URL: carrier.url, CALLBACK_BASE_URL: callbacks });
  let numbers = 0;

  const headers = { 'content-type': 'application/json' };
  const tell = async (path: string, body: object) =>
    (
      await fetch(`${carrier.url}/simulator/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    ).json();

  return {
    table,
    tell,
    /** A stored number of a user's own account, which has these URLs at the vendor. */
    async linkedNumber(
      urls: object,
      changes: Partial<StoredNumber> = {},
      telephony_auth_token = ACCOUNT.auth_token,
    ) {
      const { user_id = randomUUID() } = changes;
      const number = `+1555777${String(++numbers).padStart(4, '0')}`;
      const { sid } = (await tell(`numbers/${encodeURIComponent(number)}`, urls)) as { sid: string };
      const { account_sid } = ACCOUNT;
      const connection = await addOwnAccount(table, user_id, account_sid, telephony_auth_token);
      const of = { user_id, telephony_account_connection: connection, vendor_sid: sid, linked: true };
      const stored = storedNumber({ number, ...of, ...changes });
      await addNumber(table, stored);
      return stored;
    },
    /** The URLs of a number at the vendor. */
    async urlsOf({ number }: StoredNumber) {
      const all = await getJson(`${carrier.url}/simulator/numbers`);
      const found = all.find(({ phone_number }: { phone_number: string }) => phone_number === number);
      return { voice: found.voice_url, fallback: found.voice_fallback_url, status: found.status_callback };
    },
  };
}
