import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import {
  giveNumber,
  heldAtCarrier,
  makeAccount,
  numbersAtCarrier,
  tellCarrier,
} from '../../support/numbers.ts';
import { makeAgent, newNumber, setCallee } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';
import { newUser, tokenOfNewUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const other = new Api(connection.base_url, connection.second_access_token);

const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;
const fault = (loc: string[], type: string) => ({ detail: [{ loc, type }] });

describe('buying a number', () => {
  it('returns a number in the requested area, which the vendor then holds for the service', async () => {
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

  it('needs no body, and returns every number once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.post('/v1/numbers/buy')));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(4);
  });

  it('creates its inline agent, or the default one', async () => {
    const inline = await api.created('/v1/numbers/buy', {
      inbound_agent: { prompt: { content: 'You sell tea.' }, name: 'Tea' },
    });
    const standard = await api.created('/v1/numbers/buy', { inbound_agent: 'default' });
    const { agent } = await makeAgent(api);
    const existing = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });

    expect(inline.inbound_agent).toMatchObject({ name: 'Tea', prompt: { content: 'You sell tea.' } });
    expect(standard.inbound_agent.prompt.content).toContain('answer the telephone');
    expect(existing.inbound_agent.id).toBe(agent.id);
    expect((await api.get(`/v1/agents?id=${inline.inbound_agent.id}`)).status).toBe(200);
  });

  it('is refused if the vendor has none, and creates nothing', async () => {
    const name = randomUUID();

    const answer = await api.post('/v1/numbers/buy', {
      area_code: '999',
      inbound_agent: { name, prompt: { content: 'x' } },
    });

    expect(answer).toMatchObject({ status: 422, body: fault(['body', 'area_code'], 'no_number_available') });
    // Other tests make agents meanwhile.
    const { body: newest } = await api.get('/v1/agents/list?sort_desc=true');
    expect(newest.items.map((agent: { name: string }) => agent.name)).not.toContain(name);
  });

  it.each([
    [{ area_code: '12' }, ['body', 'area_code']],
    [{ telephony_account_connection: randomUUID() }, ['body', 'telephony_account_connection']],
    [{ inbound_agent: randomUUID() }, ['body', 'inbound_agent']],
    [{ inbound_agent: { voice: { type: 'voice_builtin' } } }, ['body', 'inbound_agent', 'prompt']],
  ])('is refused with %o', async (body, loc) => {
    const answer = await api.post('/v1/numbers/buy', body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((each: { loc: string[] }) => each.loc)).toContainEqual(loc);
  });
});

describe('buying a number with an own account', () => {
  it('buys it for that account', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);

    const number = await api.created('/v1/numbers/buy', { telephony_account_connection: own.id });

    expect(number.telephony_account_connection).toEqual(own);
    expect(await numbersAtCarrier(connection, sid)).toEqual([number.number]);
  });

  it('is done once under one idempotency key', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const request = {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({ telephony_account_connection: own.id }),
    };

    const [first, second] = [
      await api.send('/v1/numbers/buy', request),
      await api.send('/v1/numbers/buy', request),
    ];

    expect(second.body).toEqual(first.body);
    expect(await numbersAtCarrier(connection, sid)).toHaveLength(1);
  });

  it('finds the bought number at once when the vendor’s answer is lost', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    await tellCarrier(connection, 'faults', { account_sid: sid, purchase: 'lose-answer' });

    const answer = await api.post('/v1/numbers/buy', { telephony_account_connection: own.id });

    expect(answer.status).toBe(200);
    expect(await numbersAtCarrier(connection, sid)).toEqual([answer.body.number]);
  });

  it('reports an unknown outcome when the vendor fails, and buys nothing twice', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    await tellCarrier(connection, 'faults', { account_sid: sid, purchase: 'fail-before' });

    const answer = await api.post('/v1/numbers/buy', { telephony_account_connection: own.id });

    expect(answer).toMatchObject({ status: 502, body: fault([], 'telephony_answer_lost') });
    expect(await numbersAtCarrier(connection, sid)).toEqual([]);
  });

  it('reports why the vendor refused', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    await tellCarrier(connection, 'faults', { account_sid: sid, purchase: 'refuse' });
    const { sid: other, connection: wrong } = await makeAccount(connection, api);
    // The user has changed the token at the vendor.
    await tellCarrier(connection, `accounts/${other}`, { auth_token: 'another' });

    const answers = await Promise.all(
      [own, wrong].map(({ id }) => api.post('/v1/numbers/buy', { telephony_account_connection: id })),
    );

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 502,
        body: fault(['body', 'telephony_account_connection'], 'telephony_refused'),
      });
    }
  });
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

    expect(linked).toMatchObject({ number, active: true, outbound_only: true });
    expect(linked.telephony_account_connection).toEqual(own);
    expect(call).toMatchObject({ status: 'ended', telephony_account_connection: { id: own.id } });
    expect(call.transcript).toContain('HUMAN: goodbye');
  });

  it('is refused for a number of another account, one in use, or a wrong connection', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const { connection: theirs } = await makeAccount(connection, other);
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
    const { number, id } = await api.created('/v1/numbers/buy', { inbound_agent: 'default' });
    const { agent } = await makeAgent(api);

    const before = (await heldAtCarrier(connection)).map(({ friendly_name }) => friendly_name);
    const cancelled = await api.post(`/v1/numbers/cancel?${named(number)}`);
    const again = await api.post(`/v1/numbers/cancel?${named(number)}`);
    const call = await api.post('/v1/calls/create', {
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
    // Another test may have bought the number since.
    const held = (await heldAtCarrier(connection)).map(({ friendly_name }) => friendly_name);
    expect(before).toContain(id);
    expect(held).not.toContain(id);
    expect(call).toMatchObject({ status: 409, body: fault(['body', 'from_number'], 'number_cancelled') });
  });

  it('leaves a linked one with its account', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const number = await giveNumber(connection, sid);
    const link = { phone_number: number, telephony_account_connection: own.id };
    await api.created('/v1/numbers/link', link);

    await api.post(`/v1/numbers/cancel?${named(number)}`);

    expect(await numbersAtCarrier(connection, sid)).toEqual([number]);
    expect((await api.post('/v1/numbers/link', link)).status).toBe(200);
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

describe('a number', () => {
  it('is returned with its agent in compact form, whether its plus sign is written as %2B or not', async () => {
    const { agent } = await makeAgent(api);
    const bought = await api.created('/v1/numbers/buy', { inbound_agent: agent.id });

    const answers = await Promise.all([
      api.get(`/v1/numbers?${named(bought.number)}`),
      api.get(`/v1/numbers/?phone_number=${bought.number}`),
    ]);

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({
        id: bought.id,
        user_id: bought.user_id,
        number: bought.number,
        active: true,
        inbound_agent: agent,
      });
    }
  });

  it('is listed by reference, and as a bare array in the older version', async () => {
    const own = await newUser(connection);
    await makeAgent(own);
    const { number, id } = await own.created('/v1/numbers/buy', { inbound_agent: 'default' });

    const newer = await own.get('/v1/numbers/list?sort_desc=true&size=1');
    const older = await own.send('/v1/numbers/list?sort_desc=true', {
      headers: { 'api-version': '2023-08' },
    });

    expect(newer.body.items).toEqual([
      expect.objectContaining({ id, number, inbound_agent: expect.any(String) }),
    ]);
    expect(older.body).toContainEqual({
      id,
      user_id: expect.any(String),
      number,
      active: true,
      inbound_agent: newer.body.items[0].inbound_agent,
    });
    expect(older.headers.get('x-total-count')).toBe(String(newer.body.total));
  });

  it('is updated by field: settings change its agent, an id or null replaces it', async () => {
    const { number } = await api.created('/v1/numbers/buy', { inbound_agent: null });
    const { agent } = await makeAgent(api);
    const update = (body: object) => api.post(`/v1/numbers/update?${named(number)}`, body);

    const labelled = await update({ label: 'Shop', example_context: { name: 'Ada' }, outbound_only: true });
    const made = await update({ inbound_agent: { prompt: { content: 'You sell tea.' }, name: 'Tea' } });
    const renamed = await update({ inbound_agent: { name: 'Coffee' } });
    const attached = await update({ inbound_agent: agent.id, outbound_only: false });
    const detached = await update({ inbound_agent: null });

    expect(labelled.body).toMatchObject({
      label: 'Shop',
      example_context: { name: 'Ada' },
      inbound_agent: null,
    });
    expect(made.body.inbound_agent).toMatchObject({ name: 'Tea', language: 'en' });
    expect(renamed.body.inbound_agent).toEqual({
      ...made.body.inbound_agent,
      name: 'Coffee',
      version: 2,
      published: [{ version: 2, weight: 1 }],
    });
    expect(attached.body).toMatchObject({
      label: 'Shop',
      outbound_only: false,
      inbound_agent: { id: agent.id },
    });
    expect(detached.body.inbound_agent).toBeNull();
  });

  it('requires a prompt in settings of a new agent', async () => {
    const { number } = await api.created('/v1/numbers/buy', { inbound_agent: null });

    const answer = await api.post(`/v1/numbers/update?${named(number)}`, { inbound_agent: { name: 'Tea' } });

    expect(answer).toMatchObject({
      status: 422,
      body: fault(['body', 'inbound_agent', 'prompt'], 'missing'),
    });
  });

  it('prevents the deletion of its agent and connection', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const number = await giveNumber(connection, sid);
    const { agent } = await makeAgent(api);
    const { id } = await api.created('/v1/numbers/link', {
      phone_number: number,
      telephony_account_connection: own.id,
      inbound_agent: agent.id,
    });

    const refused = await Promise.all([
      api.post(`/v1/agents/delete?id=${agent.id}`),
      api.post(`/v1/account_connections/delete?id=${own.id}`),
    ]);
    const active = await api.post(`/v1/numbers/delete?id=${id}`);
    await api.post(`/v1/numbers/cancel?${named(number)}`);
    const deleted = await api.post(`/v1/numbers/delete?id=${id}`);
    const freed = await api.post(`/v1/agents/delete?id=${agent.id}`);

    for (const answer of refused) {
      expect(answer.status).toBe(409);
      expect(answer.body.detail[0].msg).toContain(`number ${id}`);
    }
    expect(active).toMatchObject({ status: 409, body: fault(['query', 'id'], 'number_active') });
    expect([deleted.status, freed.status]).toEqual([200, 200]);
    expect((await api.get(`/v1/numbers?${named(number)}`)).status).toBe(404);
  });

  it('of another user is unknown, and cannot be a caller ID', async () => {
    const { number, id } = await api.created('/v1/numbers/buy');
    const { agent } = await makeAgent(other);

    const answers = await Promise.all([
      other.get(`/v1/numbers?${named(number)}`),
      other.post(`/v1/numbers/cancel?${named(number)}`),
      other.post(`/v1/numbers/update?${named(number)}`, { label: 'mine' }),
      other.post(`/v1/numbers/delete?id=${id}`),
    ]);
    const call = await other.post('/v1/calls/create', {
      from_number: number,
      to_number: newNumber(),
      agent: agent.id,
    });

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(call).toMatchObject({ status: 422, body: fault(['body', 'from_number'], 'number_not_held') });
    expect((await api.get(`/v1/numbers?${named(number)}`)).body.active).toBe(true);
  });
});

describe('a call from an unknown number', () => {
  it('uses an account connection that permits any caller ID', async () => {
    const user = new Api(connection.base_url, await tokenOfNewUser(connection, 'staging'));
    const { agent } = await makeAgent(user);
    const to = newNumber();
    await setCallee(connection, to, { answer: 'busy' });
    const request = { from_number: newNumber(), to_number: to, agent: agent.id };

    const before = await user.post('/v1/calls/create', request);
    const { connection: own } = await makeAccount(connection, user, {
      account_supports_any_caller_id: true,
    });
    const { id } = await user.created('/v1/calls/create', request);
    const call = await user.finishedCall(id);

    expect(before.status).toBe(422);
    expect(call).toMatchObject({
      telephony_account_connection: { id: own.id },
      telephony_metadata: { call_status: 'busy' },
    });
  });
});

describe('a steering pool', () => {
  it('accepts numbers of its connection, one or all, and removes them', async () => {
    const { sid, connection: own } = await makeAccount(connection, api);
    const numbers = [await giveNumber(connection, sid), await giveNumber(connection, sid)];
    for (const phone_number of numbers)
      await api.created('/v1/numbers/link', { phone_number, telephony_account_connection: own.id });
    const pool = (operation: string, body?: object) =>
      api.post(`/v1/account_connections/${operation}_steering_pool?id=${own.id}`, body);

    const one = await pool('add_to', { phone_number: numbers[0] });
    const all = await pool('add_to');
    const removed = await pool('remove_from', { phone_number: numbers[0] });
    const absent = await pool('remove_from', { phone_number: numbers[0] });
    const foreign = await pool('add_to', { phone_number: newNumber() });

    expect(one.body.steering_pool).toEqual([numbers[0]]);
    expect(all.body.steering_pool.toSorted()).toEqual(numbers.toSorted());
    expect(removed.body.steering_pool).toEqual([numbers[1]]);
    expect(absent).toMatchObject({ status: 422, body: fault(['body', 'phone_number'], 'not_in_pool') });
    expect(foreign).toMatchObject({ status: 422, body: fault(['body', 'phone_number'], 'number_not_held') });
  });

  it('loses nothing when many are added and removed at once', async () => {
    // A user of its own: others see calls from unknown numbers refused.
    const user = await newUser(connection);
    const { connection: own } = await makeAccount(connection, user, { account_supports_any_caller_id: true });
    const numbers = Array.from({ length: 8 }, () => newNumber());
    const pool = (operation: string, phone_number: string | undefined) =>
      user.post(`/v1/account_connections/${operation}_steering_pool?id=${own.id}`, { phone_number });
    await Promise.all(numbers.slice(0, 4).map((number) => pool('add_to', number)));

    const answers = await Promise.all([
      ...numbers.slice(4).map((number) => pool('add_to', number)),
      ...numbers.slice(0, 2).map((number) => pool('remove_from', number)),
    ]);
    const { body } = await user.get(`/v1/account_connections?id=${own.id}`);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(body.steering_pool.toSorted()).toEqual(numbers.slice(2).toSorted());
  });

  it('belongs to a telephony connection of the user', async () => {
    const llm = await api.created('/v1/account_connections/create', {
      type: 'account_connection_llm',
      credentials: { llm_api_key: 'k' },
    });
    const { connection: own } = await makeAccount(connection, api);
    const body = { phone_number: newNumber() };

    const wrongKind = await api.post(`/v1/account_connections/add_to_steering_pool?id=${llm.id}`, body);
    const foreign = await other.post(`/v1/account_connections/remove_from_steering_pool?id=${own.id}`, body);

    expect(wrongKind).toMatchObject({ status: 422, body: fault(['query', 'id'], 'wrong_kind') });
    expect(foreign.status).toBe(404);
  });
});
