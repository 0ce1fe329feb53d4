import { expect, it } from 'vitest';
import { prepare } from './prepare.ts';

/** A carrier that has sold a number, and what its API answers. */
async function prepareNumbers() {
  const { client } = await prepare();
  const ask = async (path: string, form?: Record<string, string>) => {
    const url = `${client.accountUrl}/${path}`;
    const answer = form ? await client.post(url, form) : await fetch(url, { headers: client.headers });
    return [answer.status, await answer.json()];
  };
  await ask('IncomingPhoneNumbers.json', { PhoneNumber: '+14155550100' });
  return { ask };
}

it.each([
  ['PageSize=2', ['+12125550100', '+12125550101']],
  ['AreaCode=415&PageSize=1', ['+14155550101']],
  ['AreaCode=800', []],
  ['AreaCode=999', []],
  ['Contains=%2B1212%25&PageSize=1', ['+12125550100']],
  ['Contains=JJJ0100$&AreaCode=212', ['+12125550100']],
])('numbers for sale are found by %s', async (query, numbers) => {
  const { ask } = await prepareNumbers();

  const [, found] = await ask(`AvailablePhoneNumbers/US/Local.json?${query}`);

  expect(found).toMatchObject({ available_phone_numbers: numbers.map((phone_number) => ({ phone_number })) });
});

it.each([
  ['GB/Local.json', 404, undefined],
  ['US/Local.json?AreaCode=12', 400, 21451],
  ['US/Local.json?Contains=1', 400, 20001],
  ['US/Local.json?Contains=p%C3%A9', 400, 20001],
])('numbers cannot be searched at %s', async (path, status, code) => {
  const { ask } = await prepareNumbers();

  expect(await ask(`AvailablePhoneNumbers/${path}`)).toMatchObject([status, code ? { code } : {}]);
});

it.each([
  [{ PhoneNumber: '5550100' }, 21421],
  [{ PhoneNumber: '+14155550100' }, 21422],
  [{ PhoneNumber: '+19995550100' }, 21422],
  [{ PhoneNumber: '+12125550100', FriendlyName: 'x'.repeat(65) }, 20001],
  [{ PhoneNumber: '+12125550100', VoiceUrl: 'voice' }, 21402],
  [{ PhoneNumber: '+12125550100', VoiceFallbackUrl: 'https://a.example/' }, 21405],
  [{ PhoneNumber: '+12125550100', VoiceMethod: 'PUT' }, 20001],
])('a number is not sold as %o', async (form, code) => {
  const { ask } = await prepareNumbers();

  expect(await ask('IncomingPhoneNumbers.json', form)).toMatchObject([400, { code, status: 400 }]);
  const [, held] = await ask('IncomingPhoneNumbers.json');
  expect(held).toMatchObject({ incoming_phone_numbers: [{ phone_number: '+14155550100' }] });
});
