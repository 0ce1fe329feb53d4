import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Api } from '../../support/api.ts';
import { newUser } from '../../support/new-user.ts';
import { giveNumber, makeAccount } from '../../support/numbers.ts';
import { makeFullAgent } from '../../support/samples.ts';
import { makeAgent, placeCall } from '../../support/scene.ts';
import {
  bothPaths,
  COMPACT_ACTION,
  COMPACT_AGENT,
  EMBEDDED_WEBHOOK,
  expectCallFields,
  expectFields,
  TELEPHONY_CONNECTION,
  VOICE,
} from './shapes.ts';

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

describe('GET /v1/calls/list', () => {
  it('answers an array of calls, agents by id', async () => {
    const { id } = await busyCall();

    const lists = await bothPaths('/v1/calls/list', (path) => api.get(path));

    for (const list of lists) {
      expect(Array.isArray(list)).toBe(true);
      for (const call of list) expectCallFields(call);
      expect(list.find((call: { id: string }) => call.id === id).agent).toBe(agentId);
    }
  });
});

describe('GET /v1/calls/', () => {
  it('answers the call with its agent in compact form', async () => {
    const { id } = await busyCall();

    const calls = await bothPaths('/v1/calls', (path) => api.get(`${path}?id=${id}`));

    for (const call of calls) {
      expectCallFields(call);
      expectCompactAgent(call.agent);
      expect(['not_started', 'in_progress', 'error', 'ended']).toContain(call.status);
    }
  });
});

describe('POST /v1/calls/end', () => {
  it('answers the ended call with its agent in compact form, without a body', async () => {
    const { id } = await busyCall();

    const calls = await bothPaths('/v1/calls/end', (path) => api.post(`${path}?id=${id}`));

    for (const call of calls) {
      expectCallFields(call);
      expectCompactAgent(call.agent);
      expect(call.id).toBe(id);
      expect(['error', 'ended']).toContain(call.status);
    }
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
      expectCompactAgent(call.agent);
      expectFields(call.telephony_account_connection, TELEPHONY_CONNECTION);
      expect(call.telephony_account_connection).toEqual({ ...own, credentials });
    }
    expect(list[0]).toMatchObject({ id: created.id, agent: agentId, telephony_account_connection: own.id });
  });

  it('are null for the account of the platform', async () => {
    const { id, telephony_account_connection } = await busyCall();
    const got = await api.finishedCall(id);

    expect([telephony_account_connection, got.telephony_account_connection]).toEqual([null, null]);
  });

  it('leaves null once the connection was deleted', async () => {
    const own = await newUser(connection);
    const { agent } = await makeAgent(own);
    const callee = { answer: 'busy', ring_ms: 0 };
    const { call } = await placeCall(connection, own, { agent: agent.id, callee });
    await own.finishedCall(call.id);
    const { id } = call.telephony_account_connection;
    await own.created(`/v1/account_connections/delete?id=${id}`);

    const { body } = await own.get(`/v1/calls?id=${call.id}`);

    expect(body.telephony_account_connection).toBeNull();
  });
});

describe('the telephony metadata of a call', () => {
  it('have their kind beside their fields, in the call and in the list', async () => {
    const { id } = await busyCall();
    const got = await api.finishedCall(id);
    const { body: list } = await api.get('/v1/calls/list?size=100');

    const metadata = { type: 'telephony_metadata_vendor_a', call_sid: got.telephony_id, call_status: 'busy' };
    expect(got.telephony_metadata).toEqual(metadata);
    expect(list.find((call: { id: string }) => call.id === id).telephony_metadata).toEqual(metadata);
  });
});

function expectCompactAgent(agent: Record<string, object>): void {
  expectFields(agent, COMPACT_AGENT);
  expect(agent).toMatchObject({ id: agentId, prompt: 'Be kind.', initial_message: 'Hello.' });
  expectFields(agent.voice!, VOICE);
  expectFields(agent.webhook!, EMBEDDED_WEBHOOK);
  for (const action of agent.actions as object[]) expectFields(action, COMPACT_ACTION);
}
