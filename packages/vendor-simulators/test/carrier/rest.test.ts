import { describe, expect, it } from 'vitest';
import { callee } from './client.ts';
import { prepare } from './prepare.ts';

interface Page {
  calls: { sid: string; to: string; status: string; date_created: string }[];
  next_page_uri: string | null;
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
  ])('refuses a call with %o', async (overrides, code) => {
    const { client } = await prepare();
    const form = { To: callee, From: '+15550100100', Url: 'http://127.0.0.1:1/', ...overrides };

    const response = await client.post(`${client.callsUrl}.json`, form);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, status: 400 });
    expect((await client.get<Page>(`${client.callsUrl}.json`)).calls).toEqual([]);
  });

  it('lists calls newest first, by number and time, page by page', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ answer: 'busy' });
    const sids = [await client.place(application), await client.place(application)];
    const other = await client.place(application, { To: '+15550100201' });
    await client.finished(sids[1]!);
    const list = (query: string) => client.get<Page>(`${client.callsUrl}.json?${query}`);
    const later = new Date(Date.now() + 60_000).toISOString();
    const earlier = new Date(Date.now() - 60_000).toISOString();

    const byNumber = await list(`To=${encodeURIComponent(callee)}&StartTime>=${earlier}`);
    const firstPage = await list('PageSize=2');

    expect(byNumber.calls.map(({ sid }) => sid)).toEqual(sids.toReversed());
    expect((await list(`StartTime%3E=${later}`)).calls).toEqual([]);
    expect(firstPage.calls.map(({ sid }) => sid)).toEqual([other, sids[1]]);
    expect((await client.get<Page>(client.url + firstPage.next_page_uri)).calls).toMatchObject([
      { sid: sids[0] },
    ]);
  });

  it('places a call and loses the answer', async () => {
    const { client, application } = await prepare();
    await client.setCallee({ answer: 'lose-answer', script: [{ hang_up: true }] });

    const attempt = client.place(application);

    await expect(attempt).rejects.toThrow('fetch failed');
    const { calls } = await client.get<Page>(`${client.callsUrl}.json?To=${encodeURIComponent(callee)}`);
    expect(calls).toHaveLength(1);
    expect((await client.finished(calls[0]!.sid)).status).toBe('completed');
    expect(application.statuses).toContain('in-progress');
  });
});
