import { beforeAll, describe, expect, inject, it } from 'vitest';
import { giveNumber, makeAccount } from '../../support/numbers.ts';
import { makeFullAgent } from '../../support/samples.ts';
import { placeCall } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

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
