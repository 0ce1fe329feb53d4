// The vendor's filters also find numbers that only contain what was asked for.
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { VendorCalls } from '../../../lambdas/vendors/telephony/calls.ts';
import { TelephonyClient } from '../../../lambdas/vendors/telephony/client.ts';
import { VendorNumbers } from '../../../lambdas/vendors/telephony/numbers.ts';
import { put } from '../../support/scene.ts';

const ACCOUNT = { account_sid: `AC${'3'.repeat(32)}`, auth_token: 'token' };
const SHORT = '+431234567';

const carrier = await startCarrier({ accountSid: ACCOUNT.account_sid, authToken: ACCOUNT.auth_token });
afterAll(() => carrier.close());
vi.stubEnv('TELEPHONY_API_URL', carrier.url);
// Partial matches come before the whole number.
for (const number of [`${SHORT}12`, `${SHORT}345`, SHORT]) {
  const url = `${carrier.url}/simulator/numbers/${encodeURIComponent(number)}`;
  await put(url, { account_sid: ACCOUNT.account_sid });
}

describe('a part of a number of the account', () => {
  it.each([
    [{ PhoneNumber: SHORT }, SHORT],
    [{ PhoneNumber: '+43123456' }, undefined],
    [{ PhoneNumber: '+4312345*7' }, undefined],
    [{ PhoneNumber: '31234' }, undefined],
    [{ FriendlyName: SHORT.slice(0, 6) }, undefined],
  ])('finds no number: %j', async (filter, found) => {
    const vendor = new VendorNumbers(new TelephonyClient(ACCOUNT));

    expect((await vendor.find(filter))?.phone_number).toBe(found);
  });

  it('does not match the numbers of a call', async () => {
    const calls = new VendorCalls(new TelephonyClient(ACCOUNT));
    const placed = await calls.placeCall({
      from: '+15550001111',
      to: '+15550002222',
      instructions: { twiml: '<Response/>' },
      statusUrl: 'https://callbacks.example/status',
      ringSeconds: 5,
      maxSeconds: 60,
      further: {},
    });
    const listed = async (from: string, to: string) =>
      (await calls.listCalls({ from, to, since: new Date(0) })).map((call) => call.sid);

    expect(await listed('+15550001111', '+15550002222')).toEqual([placed.sid]);
    expect(await listed('+1555000111', '+15550002222')).toEqual([]);
    expect(await listed('+15550001111', '+1555000222')).toEqual([]);
  });
});
