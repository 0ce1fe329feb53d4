import { randomUUID } from 'node:crypto';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, pointEachNumber } from '../../../bin/point-numbers/point-each-number.ts';
import type { StoredNumber } from '../../../lambdas/domain/records/number.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import { createRecords } from '../../../lambdas/store/records/records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { numberUrls } from '../../../lambdas/telephony/number-urls.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { getJson } from '../../support/service/api.ts';
import { openTable } from '../../support/table/table.ts';

const ACCOUNT = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'token' };
const OLD = 'https://old.example/live';

let table: Table;
let carrierUrl: string;
let closeAll: () => Promise<unknown>;

beforeAll(async () => {
  const opened = await openTable();
  const stopSecrets = await startSecrets();
  const carrier = await startCarrier({ accountSid: ACCOUNT.account_sid, authToken: ACCOUNT.auth_token });
  process.env.TELEPHONY_API_URL = carrier.url;
  process.env.CALLBACK_BASE_URL = 'https://new.example/live';
  table = opened.table;
  carrierUrl = carrier.url;
  closeAll = () => Promise.all([opened.close(), carrier.close(), stopSecrets()]);
});
afterAll(() => closeAll());

const tellCarrier = (path: string, body: object) =>
  fetch(`${carrierUrl}/simulator/${path}`, { method: 'PUT', body: JSON.stringify(body) });

let made = 0;

/** A number of a user's own account that points to the old addresses. */
async function pointedToOld(user_id: string, changes: Partial<StoredNumber> = {}, auth_token = 'token') {
  made += 1;
  const number = `+1555888${String(made).padStart(4, '0')}`;
  const urls = {
    voice_url: `${OLD}/telephony/numbers/x/y/k/incoming`,
    status_callback: 'https://x.example/',
  };
  const held = (await (await tellCarrier(`numbers/${encodeURIComponent(number)}`, urls)).json()) as {
    sid: string;
  };
  const connection = newId();
  const type = 'account_connection_telephony' as const;
  const credentials = { telephony_account_sid: ACCOUNT.account_sid, telephony_auth_token: auth_token };
  const pool = { steering_pool: [], account_supports_any_caller_id: false };
  const record = { id: connection, user_id, type, credentials, ...pool };
  await createRecords(table, [{ kind: 'account_connection', record }]);
  const stored: StoredNumber = {
    id: newId(),
    user_id,
    number,
    active: true,
    label: '',
    outbound_only: false,
    example_context: null,
    inbound_agent: null,
    telephony_provider: 'telephony_vendor_a',
    telephony_account_connection: connection,
    vendor_sid: held.sid,
    linked: true,
    ...changes,
  };
  await addNumber(table, stored);
  return stored;
}

async function urlsAtCarrier({ number }: StoredNumber) {
  const all = await getJson(`${carrierUrl}/simulator/numbers`);
  const found = all.find(({ phone_number }: { phone_number: string }) => phone_number === number);
  return { voice: found.voice_url, fallback: found.voice_fallback_url, status: found.status_callback };
}

async function outcomes(options: { readonly userId?: string; readonly dryRun?: boolean } = {}) {
  const all: Outcome[] = [];
  for await (const outcome of pointEachNumber({ table, dryRun: false, waitMs: 1, ...options }))
    all.push(outcome);
  return all;
}

describe('pointing numbers to the present addresses', () => {
  it('changes each once, reports its former address, and continues after a failure', async () => {
    const userId = randomUUID();
    const [first, broken, last] = [
      await pointedToOld(userId),
      await pointedToOld(userId, {}, 'another token'),
      await pointedToOld(userId),
    ];
    const outbound = await pointedToOld(userId, { outbound_only: true });

    const done = await outcomes({ userId });
    const again = await outcomes({ userId });

    const failed = { number: broken.number, did: 'failed', because: expect.stringContaining('Authenticate') };
    const pointed = (number: StoredNumber) => ({ number: number.number, did: 'pointed', from: OLD });
    expect(done).toHaveLength(3);
    expect(done).toEqual(expect.arrayContaining([pointed(first), failed, pointed(last)]));
    expect(again.filter(({ did }) => did === 'nothing')).toHaveLength(2);
    expect(await urlsAtCarrier(first)).toEqual(await numberUrls(first));
    expect((await urlsAtCarrier(outbound)).voice).toContain(OLD);
  });

  it('changes nothing in a dry run', async () => {
    const userId = randomUUID();
    const number = await pointedToOld(userId);

    const told = await outcomes({ userId, dryRun: true });

    expect(told).toEqual([{ number: number.number, did: 'pointed', from: OLD }]);
    expect((await urlsAtCarrier(number)).voice).toContain(OLD);
  });

  it('waits while the vendor refuses because of its rate limit', async () => {
    const userId = randomUUID();
    const number = await pointedToOld(userId);
    await tellCarrier('faults', { requests: 'throttle' });
    const slow = outcomes({ userId });
    const refused = await slow;
    await tellCarrier('faults', { requests: 'none' });

    expect(refused).toEqual([
      { number: number.number, did: 'failed', because: expect.stringContaining('Too Many Requests') },
    ]);
    expect(await outcomes({ userId })).toEqual([{ number: number.number, did: 'pointed', from: OLD }]);
  });
});
