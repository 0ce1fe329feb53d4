// A user sends a part of a number, for which the vendor's filter also finds the whole number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VendorCalls } from '../../lambdas/telephony/calls.ts';
import { TelephonyClient } from '../../lambdas/telephony/client.ts';
import { VendorNumbers } from '../../lambdas/telephony/numbers.ts';
import { giveNumber, makeAccount, tellCarrier } from '../support/numbers.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({});
  process.env.TELEPHONY_API_URL = service.connection.carrier_url;
}, 120_000);

afterAll(() => service.close());

describe('a part of a number of the account', () => {
  it('is not linked, although the whole number is', async () => {
    const { sid, connection } = await makeAccount(service.connection, service.api);
    const number = await giveNumber(service.connection, sid);
    const link = (phone_number: string) =>
      service.api.post('/v1/numbers/link', { phone_number, telephony_account_connection: connection.id });

    const parts = await Promise.all([8, 9, 10, 11].map((length) => link(number.slice(0, length))));
    const whole = await link(number);

    for (const part of parts) {
      expect(part).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'phone_number'], type: 'not_held_by_account' }] },
      });
    }
    expect(whole).toMatchObject({ status: 200, body: { number } });
  });

  it('finds nothing, although partial matches come before the whole number', async () => {
    const { sid, token } = await makeAccount(service.connection, service.api);
    const account = { account_sid: sid, auth_token: token };
    const short = '+431234567';
    for (const number of [`${short}12`, `${short}345`, short])
      await tellCarrier(service.connection, `numbers/${encodeURIComponent(number)}`, { account_sid: sid });
    const vendor = new VendorNumbers(new TelephonyClient(account));

    const found = await Promise.all(
      [short, '+43123456', '+4312345*7', '31234'].map((PhoneNumber) => vendor.find({ PhoneNumber })),
    );
    const unnamed = await vendor.find({ FriendlyName: short.slice(0, 6) });

    expect(found.map((number) => number?.phone_number)).toEqual([short, undefined, undefined, undefined]);
    expect(unnamed).toBeUndefined();
  });

  it('does not match the numbers of a call', async () => {
    const { sid, token } = await makeAccount(service.connection, service.api);
    const calls = new VendorCalls(new TelephonyClient({ account_sid: sid, auth_token: token }));
    const placed = await calls.placeCall({
      from: '+15550001111',
      to: '+15550002222',
      instructions: { twiml: '<Response/>' },
      statusUrl: `${service.connection.base_url}/status`,
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
