import { describe, expect, it } from 'vitest';
import { accountSid } from './application.ts';
import { Client } from './client.ts';
import { echo, prepare } from './prepare.ts';

const other = { sid: `AC${'b'.repeat(32)}`, authToken: 'another-token' };

describe('an account opened later', () => {
  it('has its own calls, whose requests are signed with its token', async () => {
    const { carrier, client, application } = await prepare({ authToken: other.authToken, onFrame: echo });
    const customer = new Client(carrier.url, other);

    const opened = await client.control('PUT', `accounts/${other.sid}`, { auth_token: other.authToken });
    const details = await customer.finished(await customer.place(application));

    expect([opened.status, await opened.json()]).toEqual([201, { sid: other.sid }]);
    expect(details).toMatchObject({ status: 'completed', account_sid: other.sid });
    expect(application.received.length).toBeGreaterThan(5);
    expect(application.received.filter(({ isSigned }) => !isSigned)).toEqual([]);
    expect(application.received.every(({ form }) => form.AccountSid === other.sid)).toBe(true);
    expect(application.handshakes).toEqual([true]);
    expect(application.frames[0]).toMatchObject({ type: 'setup', accountSid: other.sid });
    expect(await customer.get(`${customer.callsUrl}/${details.sid}.json`)).toMatchObject({
      account_sid: other.sid,
      uri: `/2010-04-01/Accounts/${other.sid}/Calls/${details.sid}.json`,
    });
    expect(await client.get(`${client.callsUrl}/${details.sid}.json`)).toMatchObject({ code: 20404 });
    expect(await client.get(`${client.callsUrl}.json`)).toMatchObject({ calls: [] });
  });

  it('can get another token', async () => {
    const { client } = await prepare();

    const changed = await client.control('PUT', `accounts/${accountSid}`, { auth_token: 'new' });

    const renewed = new Client(client.url, { sid: accountSid, authToken: 'new' });
    expect(changed.status).toBe(200);
    expect(await client.get(`${client.callsUrl}.json`)).toMatchObject({ code: 20003 });
    expect(await renewed.get(`${renewed.callsUrl}.json`)).toMatchObject({ calls: [] });
  });

  it.each([
    ['AC1', { auth_token: 'a' }, '32 hexadecimal'],
    [other.sid, {}, 'auth_token'],
    [other.sid, { auth_token: 'a', tokn: 'b' }, 'tokn'],
  ])('is refused as %s with %o', async (sid, body, message) => {
    const { client } = await prepare();

    const response = await client.control('PUT', `accounts/${sid}`, body);

    expect(response.status).toBe(422);
    expect(((await response.json()) as { message: string }).message).toContain(message);
  });
});

describe('the account itself', () => {
  it('refuses everything while it is suspended', async () => {
    const { client } = await prepare();
    const body = { auth_token: 'token', status: 'suspended' };
    await client.control('PUT', `accounts/${other.sid}`, body);
    const suspended = new Client(client.url, { sid: other.sid, authToken: 'token' });

    expect(await suspended.get(`${suspended.accountUrl}.json`)).toMatchObject({ status: 'suspended' });
    expect(await suspended.get(`${suspended.callsUrl}.json`)).toMatchObject({ code: 20003 });
  });
});
