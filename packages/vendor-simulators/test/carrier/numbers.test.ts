import { describe, expect, it } from 'vitest';
import { accountSid } from './application.ts';
import { prepare } from './prepare.ts';

interface Available {
  available_phone_numbers: { phone_number: string; friendly_name: string }[];
}
interface Held {
  sid: string;
  phone_number: string;
}
interface Page {
  incoming_phone_numbers: Held[];
  next_page_uri: string | null;
}

const other = { sid: `AC${'b'.repeat(32)}`, authToken: 'another-token' };

async function prepareNumbers() {
  const { carrier, client } = await prepare();
  const heldUrl = `${client.accountUrl}/IncomingPhoneNumbers`;
  const request = (method: string, url: string, form?: Record<string, string>) =>
    fetch(url, { method, headers: client.headers, ...(form && { body: new URLSearchParams(form) }) });
  const search = async (query: string) => {
    const page = await client.get<Available>(
      `${client.accountUrl}/AvailablePhoneNumbers/US/Local.json?${query}`,
    );
    return page.available_phone_numbers.map(({ phone_number }) => phone_number);
  };
  const buy = async (form: Record<string, string>) =>
    (await (await request('POST', `${heldUrl}.json`, form)).json()) as Held;
  const list = async (query = '') => client.get<Page>(`${heldUrl}.json?${query}`);
  return { carrier, client, heldUrl, request, search, buy, list };
}

describe('numbers for sale', () => {
  it('are local US numbers, always in the same order', async () => {
    const { client, search } = await prepareNumbers();

    const found = await search('PageSize=3');

    expect(found).toEqual(['+12125550100', '+12125550101', '+12125550102']);
    expect(await search('')).toHaveLength(50);
    const url = `${client.accountUrl}/AvailablePhoneNumbers/US/Local.json`;
    expect(await client.get(`${url}?PageSize=1`)).toMatchObject({
      available_phone_numbers: [{ friendly_name: '(212) 555-0100', iso_country: 'US' }],
      uri: expect.stringContaining('/AvailablePhoneNumbers/US/Local.json?PageSize=1'),
    });
  });

  it.each([
    ['GB/Local.json', 404, 20404],
    ['US/Local.json?AreaCode=12', 400, 21451],
    ['US/Local.json?Contains=1', 400, 20001],
    ['US/Local.json?Contains=p%C3%A9', 400, 20001],
  ])('cannot be searched at %s', async (path, status, code) => {
    const { client, request } = await prepareNumbers();

    const response = await request('GET', `${client.accountUrl}/AvailablePhoneNumbers/${path}`);

    expect([response.status, await response.json()]).toMatchObject([status, { code, status }]);
  });
});

describe('a number', () => {
  it('is bought, shown, changed and released', async () => {
    const { client, heldUrl, request, search, list } = await prepareNumbers();
    const form = { PhoneNumber: '+14155550100', VoiceUrl: 'https://a.example/voice', FriendlyName: 'Desk' };

    const bought = await request('POST', `${heldUrl}.json`, form);
    const number = (await bought.json()) as Held;
    const url = `${heldUrl}/${number.sid}.json`;
    const changed = await request('POST', url, { VoiceUrl: '' });
    const shown = await client.get(url);

    expect(bought.status).toBe(201);
    expect(number).toMatchObject({
      sid: expect.stringMatching(/^PN[0-9a-f]{32}$/),
      account_sid: accountSid,
      phone_number: '+14155550100',
      friendly_name: 'Desk',
      voice_url: 'https://a.example/voice',
      capabilities: { voice: true },
      date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/),
    });
    expect(changed.status).toBe(200);
    expect(shown).toMatchObject({ friendly_name: 'Desk', voice_url: '' });
    expect(await search('AreaCode=415&PageSize=1')).toEqual(['+14155550101']);
    expect((await request('DELETE', url)).status).toBe(204);
    const again = await request('DELETE', url);
    expect([again.status, await again.json()]).toMatchObject([404, { code: 20404 }]);
    expect(await search('AreaCode=415&PageSize=1')).toEqual(['+14155550100']);
    expect((await list()).incoming_phone_numbers).toEqual([]);
  });

  it.each([
    [{ PhoneNumber: '5550100' }, 21421],
    [{ PhoneNumber: '+14155550100' }, 21422],
    [{ PhoneNumber: '+19995550100' }, 21422],
    [{ PhoneNumber: '+12125550100', FriendlyName: 'x'.repeat(65) }, 20001],
    [{ PhoneNumber: '+12125550100', VoiceUrl: 'voice' }, 21402],
    [{ PhoneNumber: '+12125550100', VoiceMethod: 'PUT' }, 20001],
  ])('is not sold as %o', async (form, code) => {
    const { heldUrl, request, buy, list } = await prepareNumbers();
    await buy({ PhoneNumber: '+14155550100' });

    const response = await request('POST', `${heldUrl}.json`, form);

    expect([response.status, await response.json()]).toMatchObject([400, { code, status: 400 }]);
    expect((await list()).incoming_phone_numbers).toHaveLength(1);
  });
});

describe('the control side of numbers', () => {
  it('assigns numbers to accounts, and lists them with their accounts', async () => {
    const { client, list } = await prepareNumbers();
    await client.control('PUT', `accounts/${other.sid}`, { auth_token: other.authToken });
    const voice_url = 'http://127.0.0.1:1/voice';

    const answers = [
      await client.control('PUT', 'numbers/+15550001111', {}),
      await client.control('PUT', 'numbers/+15550001111', { voice_url }),
      await client.control('PUT', 'numbers/+442079460000', { account_sid: other.sid }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201]);
    const { sid } = (await answers[0]!.json()) as Held;
    expect(await client.get(`${client.url}/simulator/numbers`)).toMatchObject([
      { account_sid: other.sid, phone_number: '+442079460000', voice_url: null },
      { sid, account_sid: accountSid, phone_number: '+15550001111', voice_url },
    ]);
    expect((await list()).incoming_phone_numbers).toMatchObject([{ sid }]);
  });

  it.each([
    ['numbers/5550100', {}],
    ['numbers/+15550001111', { account_sid: 'ACnone' }],
    ['numbers/+15550001111', { voice_url: 'voice' }],
    ['faults', { account_sid: 'ACnone' }],
  ])('refuses %s with %o', async (path, body) => {
    const { client } = await prepareNumbers();

    expect((await client.control('PUT', path, body)).status).toBe(422);
  });
});

describe('a fault of the carrier', () => {
  it.each([
    ['refuse', 403],
    ['fail-before', 500],
  ])('%s: nothing is bought', async (purchase, status) => {
    const { client, heldUrl, request, list } = await prepareNumbers();
    await client.control('PUT', 'faults', { purchase });

    const response = await request('POST', `${heldUrl}.json`, { PhoneNumber: '+12125550100' });

    expect([response.status, await response.json()]).toMatchObject([status, { status }]);
    expect((await list()).incoming_phone_numbers).toEqual([]);
  });

  it('loses the answer to a successful purchase', async () => {
    const { client, buy, list } = await prepareNumbers();
    await client.control('PUT', 'faults', { purchase: 'lose-answer' });

    await expect(buy({ PhoneNumber: '+12125550100' })).rejects.toThrow('fetch failed');

    expect((await list()).incoming_phone_numbers).toHaveLength(1);
    await client.control('PUT', 'faults', {});
    expect(await buy({ PhoneNumber: '+12125550101' })).toMatchObject({ phone_number: '+12125550101' });
  });
});
