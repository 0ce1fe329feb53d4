import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { numbersAtCarrier } from '../../support/numbers.ts';
import { newUser } from '../../support/service/new-user.ts';
import { connection } from '../../support/service/shared-api.ts';

const api = await newUser(connection);

const fault = (loc: string[], type: string) => ({ detail: [{ loc, type }] });
const search = (query: Readonly<Record<string, string>> = {}) =>
  api.get(`/v1/numbers/search?${new URLSearchParams(query)}`);
const numbersIn = async (query: Readonly<Record<string, string>>) =>
  (await search(query)).body.items.map(
    ({ phone_number }: { phone_number: string }) => phone_number,
  ) as string[];

describe('a search for numbers', () => {
  it('finds numbers for sale, and the vendor’s own price of them', async () => {
    const answer = await search({ area_code: '907', size: '2' });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        items: [
          { phone_number: '+19075550100', country: 'US', region: null, locality: null },
          { phone_number: '+19075550101', country: 'US', region: null, locality: null },
        ],
        monthly_price: { amount: 1.15, currency: 'USD', source: 'telephony_vendor' },
      },
    });
    expect((await search({ country: 'US' })).body.items).toHaveLength(10);
    expect((await search({ area_code: '999' })).body.items).toEqual([]);
  });

  it.each([
    [{ country: 'GB' }, 'country', 'unknown_value'],
    [{ area_code: '12' }, 'area_code', 'wrong_format'],
    [{ contains: '1' }, 'contains', 'wrong_format'],
    [{ contains: '1'.repeat(17) }, 'contains', 'too_big'],
    [{ contains: '&VoiceEnabled=false' }, 'contains', 'wrong_format'],
    [{ contains: '１２３' }, 'contains', 'wrong_format'],
    [{ size: '31' }, 'size', 'too_big'],
    [{ size: '0' }, 'size', 'too_small'],
    [{ near: '+14155550100' }, 'near', 'unknown_key'],
    [{ telephony_account_connection: randomUUID() }, 'telephony_account_connection', 'unknown_reference'],
  ])('refuses %o', async (query: Record<string, string>, name, type) => {
    const answer = await search(query);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ loc: ['query', name], type }));
  });
});

describe('buying a number that was found', () => {
  it('buys this very number', async () => {
    const [, second = ''] = await numbersIn({ area_code: '918', size: '2' });

    const bought = await api.created('/v1/numbers/buy', { phone_number: second, inbound_agent: null });

    expect(bought).toMatchObject({ number: second, active: true });
    expect(await numbersAtCarrier(connection)).toContain(second);
    expect(await numbersIn({ area_code: '918', contains: second })).toEqual([]);
  });

  it('is refused if another customer was faster, and buys no other number', async () => {
    const faster = await newUser(connection);
    const [phone_number = ''] = await numbersIn({ area_code: '919', size: '1' });
    await faster.created('/v1/numbers/buy', { phone_number, inbound_agent: null });

    const answer = await api.post('/v1/numbers/buy', { phone_number, inbound_agent: null });

    expect(answer).toMatchObject({
      status: 422,
      body: fault(['body', 'phone_number'], 'number_not_for_sale'),
    });
    expect((await api.get('/v1/numbers/list')).body.items).not.toContainEqual(
      expect.objectContaining({ number: expect.stringMatching(/^\+1919/) }),
    );
  });

  it.each([
    // The vendor sells these, but at prices that no search shows.
    [{ phone_number: '+442079460000' }, 'phone_number', 'number_not_for_sale'],
    [{ phone_number: '+18005550100' }, 'phone_number', 'number_not_for_sale'],
    [{ phone_number: '+14155550100', area_code: '415' }, 'area_code', 'rules_out_area_code'],
    [{ phone_number: '4155550100' }, 'phone_number', 'wrong_format'],
  ])('refuses %o', async (body, name, type) => {
    const answer = await api.post('/v1/numbers/buy', body);

    expect(answer).toMatchObject({ status: 422, body: fault(['body', name], type) });
  });
});
