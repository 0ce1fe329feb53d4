// A user invents an account at the telephony vendor, to sign callbacks with its token.
import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { put } from '../support/scene.ts';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';

const [SID, TOKEN] = [`AC${'4'.repeat(32)}`, 'token'];

const carrier = await startCarrier({ accountSid: SID, authToken: TOKEN });
afterAll(() => carrier.close());
const api = await FunctionApi.ofFile();
vi.stubEnv('TELEPHONY_API_URL', carrier.url);
vi.stubEnv('FAILED_CHECKS_PER_MINUTE', '1000');

const tellCarrier = (path: string, body: object) => put(`${carrier.url}/simulator/${path}`, body);
const credentialsOf = (telephony_account_sid: string, telephony_auth_token: string) => ({
  credentials: { telephony_account_sid, telephony_auth_token },
});
const create = (sid: string, token: string) => {
  const body = { type: 'account_connection_telephony', ...credentialsOf(sid, token) };
  return api.run('account-connections/create', { body });
};
const stored = async () => (await api.run('account-connections/list')).body;

describe('an account connection', () => {
  it.each([
    ['nobody has the account', `AC${'5'.repeat(32)}`, 'token', 'auth_token telephony_credentials_refused'],
    ['the token is wrong', SID, 'wrong', 'auth_token telephony_credentials_refused'],
    ['the SID is a path', `../Accounts/${SID}`, TOKEN, 'account_sid wrong_format'],
  ])('is not stored if %s', async (_, sid, token, fault) => {
    const before = await stored();

    const answer = await create(sid, token);

    expect([answer.status, placesOf(answer)]).toEqual([422, [`body.credentials.telephony_${fault}`]]);
    expect(await stored()).toEqual(before);
  });

  it.each(['suspended', 'closed'])('is not stored if the account is %s', async (status) => {
    const sid = `AC${'6'.repeat(32)}`;
    await tellCarrier(`accounts/${sid}`, { auth_token: 'right', status });

    expect(placesOf(await create(sid, 'right'))).toEqual([
      'body.credentials.telephony_auth_token telephony_account_inactive',
    ]);
  });

  it.each([
    'throttle',
    'fail',
    'lose-answer',
  ])('is not stored if the vendor does not confirm it: %s', async (requests) => {
    const before = await stored();
    await tellCarrier('faults', { account_sid: SID, requests });

    const answer = await create(SID, TOKEN);

    await tellCarrier('faults', { account_sid: SID });
    expect([answer.status, placesOf(answer)]).toEqual([502, [' telephony_unverified']]);
    expect(await stored()).toEqual(before);
  });

  it('keeps its credentials if the vendor refuses the new ones', async () => {
    const { body: connection } = await create(SID, TOKEN);
    const update = (token: string) =>
      api.update('account-connections', connection.id, credentialsOf(SID, token));

    const refused = await update('wrong');
    const kept = await api.got('account-connections', connection.id);
    await tellCarrier(`accounts/${SID}`, { auth_token: 'renewed' });
    const renewed = await update('renewed');

    expect(placesOf(refused)).toEqual([
      'body.credentials.telephony_auth_token telephony_credentials_refused',
    ]);
    expect(kept).toMatchObject(credentialsOf(SID, TOKEN));
    expect(renewed.body).toMatchObject(credentialsOf(SID, 'renewed'));
  });
});
