import { describe, expect, it } from 'vitest';
import { callee } from './client.ts';
import { prepare } from './prepare.ts';

interface Page {
  calls: { sid: string }[];
}

describe('the carrier’s REST API', () => {
  it('refuses wrong credentials and another account in the vendor’s format', async () => {
    const { client } = await prepare();
    const authorization = `Basic ${Buffer.from('AC1:wrong').toString('base64')}`;

    const stranger = await fetch(`${client.callsUrl}.json`, { headers: { authorization } });
    const nobody = await fetch(`${client.callsUrl}.json`);
    const elsewhere = await fetch(`${client.url}/2010-04-01/Accounts/ACother/Calls.json`, {
      headers: client.headers,
    });

    expect([stranger.status, nobody.status, elsewhere.status]).toEqual([401, 401, 401]);
    const body = await stranger.json();
    expect(body).toEqual({
      code: 20003,
      message: 'Authenticate',
      more_info: expect.any(String),
      status: 401,
    });
  });

  it.each([
    [{ To: 'bob' }, 21211],
    [{ To: '+0123' }, 21217],
    [{ From: '123' }, 21212],
    [{ Url: 'not a url' }, 21205],
    [{ StatusCallback: 'ftp://a.example' }, 21609],
    [{ StatusCallbackEvent: 'singing' }, 21626],
    [{ Timeout: '0' }, 20001],
    [{ StatusCallbackMethod: 'GET' }, 20001],
    [{ MachineDetection: 'Maybe' }, 20001],
    [{ MachineDetection: 'Enable', AsyncAmdStatusCallback: 'machine' }, 21609],
    [{ Record: 'true', RecordingChannels: 'quad' }, 20001],
    [{ Record: 'true', RecordingChannels: 'mono', RecordingStatusCallbackEvent: 'sung' }, 21626],
  ])('refuses a call with %o', async (overrides, code) => {
    const { client } = await prepare();
    const form = { To: callee, From: '+15550100100', Url: 'http://127.0.0.1:1/', ...overrides };

    const response = await client.post(`${client.callsUrl}.json`, form);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, status: 400 });
    expect((await client.get<Page>(`${client.callsUrl}.json`)).calls).toEqual([]);
  });

  it('lists calls newest first, by number and time', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ answer: 'busy' });
    const sids = [await client.place(application), await client.place(application)];
    const other = await client.place(application, { To: '+15550100201' });
    const list = async (query: string) =>
      (await client.get<Page>(`${client.callsUrl}.json?${query}`)).calls.map(({ sid }) => sid);
    const later = new Date(Date.now() + 60_000).toISOString();
    const earlier = new Date(Date.now() - 60_000).toISOString();

    const byNumber = await list(`To=${encodeURIComponent(callee)}&StartTime>=${earlier}`);

    expect(byNumber).toEqual(sids.toReversed());
    expect(await list(`StartTime%3E=${later}`)).toEqual([]);
    expect(await list('PageSize=2')).toEqual([other, sids[1]]);
  });
});
