import { randomUUID } from 'node:crypto';
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredNumber } from '../../../lambdas/domain/records/number.ts';
import { reconcileNumber } from '../../../lambdas/reconciliation/reconcile-number.ts';
import { newId } from '../../../lambdas/runtime/ids.ts';
import { cancelNumber } from '../../../lambdas/store/numbers/cancel-number.ts';
import { reconcileFrom } from '../../../lambdas/store/numbers/number-reconciliation.ts';
import { addNumber } from '../../../lambdas/store/numbers/numbers.ts';
import { createRecords, getRecord } from '../../../lambdas/store/records/records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { numberUrls } from '../../../lambdas/telephony/number-urls.ts';
import { VendorRefusal } from '../../../lambdas/telephony/vendor-errors.ts';
import { listDueForReconciliation } from '../../support/due-for-reconciliation.ts';
import { startSecrets } from '../../support/peers/secrets-server.ts';
import { getJson } from '../../support/service/api.ts';
import { openTable } from '../../support/table/table.ts';

const ACCOUNT = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'token' };
const THEIRS = 'https://example.com/mine';
const now = new Date('2026-01-01T12:00:00.000Z');

let table: Table;
let carrierUrl: string;
let closeAll: () => Promise<unknown>;

beforeAll(async () => {
  const opened = await openTable();
  const stopSecrets = await startSecrets();
  const carrier = await startCarrier({ accountSid: ACCOUNT.account_sid, authToken: ACCOUNT.auth_token });
  process.env.TELEPHONY_API_URL = carrier.url;
  process.env.CALLBACK_BASE_URL = 'https://callbacks.example';
  table = opened.table;
  carrierUrl = carrier.url;
  closeAll = () => Promise.all([opened.close(), carrier.close(), stopSecrets()]);
});
afterAll(() => closeAll());

let numbers = 0;

/** A number that a user has linked, with other URLs at the vendor. */
async function linkedNumber(changes: Partial<StoredNumber> = {}, auth_token = ACCOUNT.auth_token) {
  const user_id = randomUUID();
  const connection = newId();
  numbers += 1;
  const phoneNumber = `+1555777${String(numbers).padStart(4, '0')}`;
  const body = JSON.stringify({ voice_url: THEIRS, status_callback: THEIRS });
  const path = `/simulator/numbers/${encodeURIComponent(phoneNumber)}`;
  const held = (await (await fetch(`${carrierUrl}${path}`, { method: 'PUT', body })).json()) as {
    sid: string;
  };
  const credentials = { telephony_account_sid: ACCOUNT.account_sid, telephony_auth_token: auth_token };
  const type = 'account_connection_telephony' as const;
  const account = { steering_pool: [], account_supports_any_caller_id: false };
  await createRecords(table, [
    { kind: 'account_connection', record: { id: connection, user_id, type, credentials, ...account } },
  ]);
  const number: StoredNumber = {
    id: newId(),
    user_id,
    number: phoneNumber,
    active: true,
    label: '',
    outbound_only: false,
    example_context: null,
    inbound_agent: null,
    telephony_provider: 'telephony_vendor_a',
    telephony_account_connection: connection,
    vendor_sid: held.sid,
    linked: true,
    settle_at: now.toISOString(),
    ...changes,
  };
  await addNumber(table, number);
  return number;
}

const storedOf = async ({ user_id, id }: StoredNumber) => getRecord(table, user_id, 'number', id);

async function urlsOf({ number }: StoredNumber) {
  const all = await getJson(`${carrierUrl}/simulator/numbers`);
  const found = all.find(({ phone_number }: { phone_number: string }) => phone_number === number);
  return { voice: found.voice_url, fallback: found.voice_fallback_url, status: found.status_callback };
}

const isDue = async (number: StoredNumber) =>
  (await listDueForReconciliation(table, now)).some(({ kind, id }) => kind === 'number' && id === number.id);

describe('the reconciliation of a linked number', () => {
  it('sets the service’s URLs at the vendor, once', async () => {
    const number = await linkedNumber();
    const before = await isDue(number);

    await reconcileNumber(table, number);

    expect([before, await isDue(number)]).toEqual([true, false]);
    expect(await urlsOf(number)).toEqual(await numberUrls(number));
  });

  it('leaves an outbound-only number alone, and removes the service’s URLs from one that becomes outbound-only', async () => {
    const alone = await linkedNumber({ outbound_only: true });
    const changed = await linkedNumber();
    await reconcileNumber(table, changed);

    await reconcileNumber(table, alone);
    await reconcileNumber(table, { ...changed, outbound_only: true });

    expect(await urlsOf(alone)).toEqual({ voice: THEIRS, fallback: null, status: THEIRS });
    expect(await urlsOf(changed)).toEqual({ voice: null, fallback: null, status: null });
  });

  it('removes also old URLs of the service without a key', async () => {
    const number = await linkedNumber({ outbound_only: true });
    const former = `https://callbacks.example/telephony/numbers/${number.user_id}/${number.id}`;
    const body = JSON.stringify({ voice_url: `${former}/incoming`, status_callback: `${former}/status` });
    const path = `/simulator/numbers/${encodeURIComponent(number.number)}`;
    await fetch(`${carrierUrl}${path}`, { method: 'PUT', body });

    await reconcileNumber(table, number);

    expect(await urlsOf(number)).toEqual({ voice: null, fallback: null, status: null });
  });

  it('stays due after a concurrent change', async () => {
    const number = await linkedNumber();
    await reconcileFrom(table, number, new Date(now.getTime() - 1));

    await reconcileNumber(table, number);

    expect(await isDue(number)).toBe(true);
  });

  it('removes the service’s URLs from a cancelled number, also if it was linked again', async () => {
    const first = await linkedNumber();
    await reconcileNumber(table, first);
    const cancelled = await cancelNumber(table, first, now);
    const again = { ...first, id: newId(), settle_at: now.toISOString() };
    await addNumber(table, again);
    await reconcileNumber(table, again);

    await reconcileNumber(table, cancelled);

    expect(await urlsOf(first)).toEqual(await numberUrls(again));
    expect((await storedOf(first))?.settle_at).toBeUndefined();
  });

  it('reports a refusal of the account', async () => {
    const number = await linkedNumber({}, 'another token');

    await expect(reconcileNumber(table, number)).rejects.toThrow(VendorRefusal);
    expect(await isDue(number)).toBe(true);
  });
});
