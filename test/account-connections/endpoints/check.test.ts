import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { startModel } from 'vendor-simulators/model/model.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { put } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';

const [SID, TOKEN, KEY] = [`AC${'4'.repeat(32)}`, 'tok-7f3a', 'key-5b2c'];

const [carrier, model] = await Promise.all([
  startCarrier({ accountSid: SID, authToken: TOKEN }),
  startModel({ apiKey: KEY }),
]);
afterAll(() => Promise.all([carrier.close(), model.close()]));
const api = await FunctionApi.ofFile();
vi.stubEnv('TELEPHONY_API_URL', carrier.url);
vi.stubEnv('LLM_BASE_URL', model.url);
vi.stubEnv('FAILED_CHECKS_PER_MINUTE', '1000');

const tellCarrier = (path: string, body: object) => put(`${carrier.url}/simulator/${path}`, body);
const check = (id: string, user = api) => user.run('account-connections/check', { query: { id } });
const withKey = (llm_api_key: string) =>
  api.created('account-connections', { type: 'account_connection_llm', credentials: { llm_api_key } });

const telephony = await api.created('account-connections', {
  type: 'account_connection_telephony',
  credentials: { telephony_account_sid: SID, telephony_auth_token: TOKEN },
});

const ACCEPTED = { ok: true, message: 'The vendor accepts the credentials.' };

describe('a check of an account connection', () => {
  it('is passed with credentials that the vendor accepts', async () => {
    const llm = await withKey(KEY);

    expect((await check(telephony.id)).body).toEqual(ACCEPTED);
    expect((await check(llm.id)).body).toEqual(ACCEPTED);
  });

  it.each<[string, object, object, RegExp]>([
    ['does not answer', { requests: 'lose-answer' }, {}, /did not answer.+Try again/],
    ['throttles', { requests: 'throttle' }, {}, /did not answer.+Try again/],
    ['knows another token', {}, { auth_token: 'renewed' }, /refuses these credentials.+auth token/],
    ['suspended the account', {}, { auth_token: TOKEN, status: 'suspended' }, /not active but suspended/],
  ])('says what is wrong if the telephony vendor %s', async (_, faults, account, message) => {
    await tellCarrier('faults', { account_sid: SID, ...faults });
    await tellCarrier(`accounts/${SID}`, { auth_token: TOKEN, ...account });

    const { status, body, text } = await check(telephony.id);

    await tellCarrier('faults', { account_sid: SID });
    await tellCarrier(`accounts/${SID}`, { auth_token: TOKEN, status: 'active' });
    expect([status, body]).toEqual([200, { ok: false, message: expect.stringMatching(message) }]);
    expect(text).not.toContain(TOKEN);
  });

  it.each([
    ['is wrong', 'wrong', model.url, /refuses this key/],
    ['cannot be sent', `${KEY}\r\nx: y`, model.url, /did not respond/],
    ['cannot be checked', KEY, `${model.url}/nothing`, /HTTP status 404/],
    ['is for a vendor that is away', KEY, 'http://127.0.0.1:1', /did not respond/],
  ])('says what is wrong if the key of a language model %s', async (_, key, baseUrl, message) => {
    const { id } = await withKey(key);
    vi.stubEnv('LLM_BASE_URL', baseUrl);

    const { status, body, text } = await check(id);

    vi.stubEnv('LLM_BASE_URL', model.url);
    expect([status, body]).toEqual([200, { ok: false, message: expect.stringMatching(message) }]);
    expect(text).not.toContain(KEY);
  });

  it('does not exist for another user, and is limited to a number a minute', async () => {
    vi.stubEnv('FAILED_CHECKS_PER_MINUTE', '2');
    const statuses: number[] = [];
    for (let checks = 0; checks < 6; checks++) statuses.push((await check(telephony.id)).status);

    expect((await check(telephony.id, api.ofAnotherUser())).status).toBe(404);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1);
  });
});
