import { beforeAll, describe, expect, inject, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { giveNumber, makeAccount } from '../../support/numbers.ts';
import { makeFullAgent } from '../../support/samples.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
let agentId: string;

beforeAll(async () => {
  agentId = (await makeFullAgent(api)).agent.id;
});

async function busyCall(from = connection) {
  const { call } = await placeCall(from, api, { agent: agentId, callee: { answer: 'busy', ring_ms: 0 } });
  return call;
}

/** A number of an account of the user's own, with its account connection. */
async function ownNumber() {
  const { sid, connection: own } = await makeAccount(connection, api);
  const phone_number = await giveNumber(connection, sid);
  await api.created('/v1/numbers/link', { phone_number, telephony_account_connection: own.id });
  return { own, phone_number };
}

describe('GET /v1/calls/list by pages', () => {
  const version = (name: string) => ({ headers: { 'api-version': name } });
  const idsOf = (calls: readonly { id: string }[]) => calls.map(({ id }) => id);
  let own: Api;
  let ids: string[];
  const agents: string[] = [];

  beforeAll(async () => {
    own = await newUser(connection);
    for (const _ of [1, 2]) agents.push((await makeAgent(own)).agent.id);
    const callee = { answer: 'busy', ring_ms: 0 };
    ids = [];
    for (const index of [0, 1, 2, 3, 4]) {
      const { call } = await placeCall(connection, own, { agent: agents[index % 2] ?? '', callee });
      ids.push(call.id);
    }
    await Promise.all(ids.map((id) => own.finishedCall(id)));
  });

  it('answers a bare array in the versions 2023-08 and 2024-08, with links and a total', async () => {
    const path = '/v1/calls/list?page=2&size=2&sort_column=created_at&sort_desc=false';
    const answers = [
      await own.get(path),
      ...(await Promise.all(['2023-08', '2024-08'].map((name) => own.send(path, version(name))))),
    ];

    for (const { body, headers } of answers) {
      expect(idsOf(body)).toEqual(ids.slice(2, 4));
      expect(headers.get('x-total-count')).toBe('5');
      expect(Object.keys(linksOf(headers, path))).toEqual(['next', 'first']);
    }
  });

  it('answers a page since version 2026-11', async () => {
    const { body: list } = await own.send('/v1/calls/list', version('2026-11'));
    const path = '/v1/calls/list?page=2&size=2&sort_column=id&sort_desc=true';
    const { body } = await own.send(path, version('2026-11'));

    expect(idsOf(list.items)).toEqual(ids.toReversed());
    expect(list).toMatchObject({ page: 1, size: 10, has_more: false, total: 5, total_is_estimated: false });
    expect(idsOf(body.items)).toEqual([ids[2], ids[1]]);
    expect(body).toMatchObject({ page: 2, size: 2, has_more: true, total: 5, total_is_estimated: false });
  });
});

describe('the agent and the telephony account connection of a call', () => {
  it('have the same form when it is created, got and ended, without the auth token', async () => {
    const { own, phone_number } = await ownNumber();

    const created = await busyCall({ ...connection, phone_number });
    const got = await api.finishedCall(created.id);
    const ended = await api.created(`/v1/calls/end?id=${created.id}`);
    const { body: list } = await api.get(`/v1/calls/list?from_number=${phone_number}`);

    const credentials = { ...own.credentials, telephony_auth_token: '[redacted]' };
    for (const call of [created, got, ended]) {
      expect(call.agent).toMatchObject({ id: agentId, prompt: 'Be kind.', initial_message: 'Hello.' });
      expect(call.telephony_account_connection).toEqual({ ...own, credentials });
    }
    expect(list[0]).toMatchObject({ id: created.id, agent: agentId, telephony_account_connection: own.id });
  });
});

describe('the telephony metadata of a call', () => {
  it('have their kind beside their fields, in the call and in the list', async () => {
    const { id } = await busyCall();
    const got = await api.finishedCall(id);
    const { body: list } = await api.get(`/v1/calls/list?agent=${agentId}`);

    const metadata = { type: 'telephony_metadata_vendor_a', call_sid: got.telephony_id, call_status: 'busy' };
    expect(got.telephony_metadata).toEqual(metadata);
    expect(list.find((call: { id: string }) => call.id === id).telephony_metadata).toEqual(metadata);
  });
});
