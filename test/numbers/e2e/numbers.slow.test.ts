import { describe, expect, it } from 'vitest';
import {
  giveNumber,
  heldAtCarrier,
  makeAccount,
  numbersAtCarrier,
  tellCarrier,
} from '../../support/numbers.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { Api, until } from '../../support/service/api.ts';
import { newUser, tokenOfNewUser } from '../../support/service/new-user.ts';
import { api, connection, otherApi } from '../../support/service/shared-api.ts';
import { callUp, finishedCarrierCall } from '../../support/service/shared-carrier.ts';

const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;
const fault = (loc: string[], type: string) => ({ detail: [{ loc, type }] });

it('buying a number returns a number in the requested area, which the vendor then holds for the service', async () => {
  const own = await newUser(connection);
  const number = await own.created('/v1/numbers/buy', { area_code: '415', inbound_agent: null });

  const { body: listed } = await own.get('/v1/numbers/list?sort_desc=true&size=1');

  expect(number).toEqual({
    id: expect.any(String),
    user_id: expect.any(String),
    number: expect.stringMatching(/^\+1415\d{7}$/),
    active: true,
    label: '',
    outbound_only: false,
    example_context: null,
    inbound_agent: null,
    agent_version: null,
    telephony_provider: 'telephony_vendor_a',
    telephony_account_connection: null,
  });
  expect(await numbersAtCarrier(connection)).toContain(number.number);
  expect(listed.items).toEqual([number]);
});

it('buying a number with an own account reports an unknown outcome when the vendor fails, and buys nothing twice', async () => {
  const { sid, connection: own } = await makeAccount(connection, api);
  await tellCarrier(connection, 'faults', { account_sid: sid, purchase: 'fail-before' });

  const answer = await api.post('/v1/numbers/buy', { telephony_account_connection: own.id });

  expect(answer).toMatchObject({ status: 502, body: fault([], 'telephony_answer_lost') });
  expect(await numbersAtCarrier(connection, sid)).toEqual([]);
});

describe('linking a number', () => {
  it('links a number of an own account, and calls use that account', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const number = await giveNumber(connection, sid);

    const linked = await api.created('/v1/numbers/link', {
      phone_number: number,
      telephony_account_connection: own.id,
      outbound_only: true,
    });
    const { agent } = await makeAgent(api);
    const to = newNumber();
    await setCallee(connection, to, { answer: 'answer', script: [{ say: 'goodbye' }] });
    const { id } = await api.created('/v1/calls/create', {
      from_number: number,
      to_number: to,
      agent: agent.id,
    });
    const call = await api.finishedCall(id);
    const { body: cancelled } = await api.post(`/v1/numbers/cancel?${named(number)}`);

    expect(linked).toMatchObject({ number, active: true, outbound_only: true });
    expect(linked.inbound_agent.name).toBe('Receptionist');
    expect(cancelled.inbound_agent.id).toBe(linked.inbound_agent.id);
    expect(linked.telephony_account_connection).toEqual(own);
    expect(call).toMatchObject({ status: 'ended', telephony_account_connection: { id: own.id } });
    expect(call.transcript).toContain('HUMAN: goodbye');
  });

  it('is refused for a number of another account, one in use, or a wrong connection', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const { connection: theirs } = await makeAccount(connection, otherApi);
    const number = await giveNumber(connection, sid);
    const llm = await api.created('/v1/account_connections/create', {
      type: 'account_connection_llm',
      credentials: { llm_api_key: 'k' },
    });
    const link = (phone_number: string, id: string) =>
      api.post('/v1/numbers/link', { phone_number, telephony_account_connection: id });

    const notHeld = await link(newNumber(), own.id);
    const first = await link(number, own.id);
    const again = await link(number, own.id);
    const wrongKind = await link(number, llm.id);
    const foreign = await link(number, theirs.id);

    expect(first.status).toBe(200);
    expect(notHeld).toMatchObject({
      status: 422,
      body: fault(['body', 'phone_number'], 'not_held_by_account'),
    });
    expect(again).toMatchObject({ status: 409, body: fault(['body', 'phone_number'], 'number_held') });
    for (const answer of [wrongKind, foreign]) {
      expect(answer).toMatchObject({
        status: 422,
        body: fault(['body', 'telephony_account_connection'], 'unknown_reference'),
      });
    }
  });
});

describe('cancelling a number', () => {
  it('releases a bought one, keeps its record, and refuses calls from it', async () => {
    // The users of other tests may buy the number again, or may call from any number.
    const own = new Api(connection.base_url, await tokenOfNewUser(connection, 'staging'));
    const { number, id } = await own.created('/v1/numbers/buy', { inbound_agent: 'default' });
    const { agent } = await makeAgent(own);

    const before = (await heldAtCarrier(connection)).map(({ friendly_name }) => friendly_name);
    const cancelled = await own.post(`/v1/numbers/cancel?${named(number)}`);
    const again = await own.post(`/v1/numbers/cancel?${named(number)}`);
    const call = await own.post('/v1/calls/create', {
      from_number: number,
      to_number: newNumber(),
      agent: agent.id,
    });

    expect(cancelled).toMatchObject({ status: 200, body: { id, number, active: false } });
    expect(Object.keys(cancelled.body).sort()).toEqual([
      'active',
      'id',
      'inbound_agent',
      'number',
      'user_id',
    ]);
    expect(again.body).toEqual(cancelled.body);
    const held = (await heldAtCarrier(connection)).map(({ friendly_name }) => friendly_name);
    expect(before).toContain(id);
    expect(held).not.toContain(id);
    expect(call).toMatchObject({ status: 409, body: fault(['body', 'from_number'], 'number_cancelled') });
  });

  it('hangs up its calls', async () => {
    const { number } = await api.created('/v1/numbers/buy', {
      inbound_agent: (await makeAgent(api)).agent.id,
    });
    const sid = await callUp(number, [{ say: 'hello' }]);
    const { id } = await until('the call', async () => {
      const { body } = await api.get(`/v1/calls/list?to_number=${encodeURIComponent(number)}`);
      return body[0] ?? { waitingFor: 'a call' };
    });

    await api.post(`/v1/numbers/cancel?${named(number)}`);

    const ended = await api.finishedCall(id);
    expect(ended).toMatchObject({ status: 'ended', stage_outcome: 'bot_disconnected' });
    expect(ended.error_message).toBe(`The number ${number} was cancelled.`);
    expect((await finishedCarrierCall(sid)).status).toBe('completed');
  });

  it('succeeds even if the vendor fails, and asks the vendor again later', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const { number, id } = await api.created('/v1/numbers/buy', { telephony_account_connection: own.id });
    await tellCarrier(connection, 'faults', { account_sid: sid, release: 'fail' });

    const cancelled = await api.post(`/v1/numbers/cancel?${named(number)}`);
    const early = await api.post(`/v1/numbers/delete?id=${id}`);
    await tellCarrier(connection, 'faults', { account_sid: sid });
    const again = await api.post(`/v1/numbers/cancel?${named(number)}`);
    const deleted = await api.post(`/v1/numbers/delete?id=${id}`);

    expect(cancelled).toMatchObject({ status: 200, body: { active: false } });
    expect(early).toMatchObject({ status: 409, body: fault(['query', 'id'], 'number_returning') });
    expect(again.status).toBe(200);
    expect(await numbersAtCarrier(connection, sid)).toEqual([]);
    expect(deleted.body).toEqual({ id, deleted: true });
  });
});

it('a number of another user cannot be a caller ID', async () => {
  const { number: from_number } = await api.created('/v1/numbers/buy');
  const { agent } = await makeAgent(otherApi);

  const call = await otherApi.post('/v1/calls/create', {
    from_number,
    to_number: newNumber(),
    agent: agent.id,
  });

  expect(call).toMatchObject({ status: 422, body: fault(['body', 'from_number'], 'number_not_held') });
});
