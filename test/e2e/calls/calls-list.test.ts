import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cursorText } from '../../../lambdas/rest/cursor.ts';
import { linksOf } from '../../support/links.ts';
import { WebhookReceiver } from '../../support/peers/webhook-receiver.ts';
import { makeAgent, newNumber, placeCall, setCallee } from '../../support/scene.ts';
import { type Answer, type Api, getJson, until } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';

const connection = inject('connection');
const LIST = '/v1/calls/list';

const receiver = new WebhookReceiver();
let api: Api;
let other: Api;

beforeAll(async () => {
  [api, other] = await Promise.all([newUser(connection), newUser(connection)]);
});

afterAll(() => receiver.close());

/** Places calls to busy callees, and waits until all are over. */
async function placeMissedCalls(agent: string, count: number): Promise<Answer['body'][]> {
  const placing = Array.from({ length: count }, () =>
    placeCall(connection, api, { agent, callee: { answer: 'busy', ring_ms: 10 } }),
  );
  const calls = await Promise.all(placing);
  return Promise.all(calls.map(({ call }) => api.finishedCall(call.id)));
}

/** The call as lists show it. */
const inReferenceForm = (call: Answer['body']) => ({
  ...call,
  agent: call.agent.id,
  telephony_account_connection: call.telephony_account_connection.id,
});

const newestFirst = (calls: readonly { id: string }[]) =>
  calls
    .map(({ id }) => id)
    .sort()
    .reverse();

/** The ids on all pages from a path on. */
async function idsFrom(path: string): Promise<string[]> {
  const { status, headers, body } = await api.get(path);
  expect(status).toBe(200);
  const { next } = linksOf(headers, path);
  return [...body.map(({ id }: { id: string }) => id), ...(next ? await idsFrom(next) : [])];
}

describe('the list of calls', () => {
  it('has all calls, newest first, with their agents by id and their number', async () => {
    const { agent } = await makeAgent(api);
    const calls = await placeMissedCalls(agent.id, 7);

    const { status, headers, body } = await api.get(LIST);
    const theirs = await other.get(LIST);

    expect(status).toBe(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(newestFirst(calls));
    expect(body).toEqual(expect.arrayContaining(calls.map(inReferenceForm)));
    expect([headers.get('x-total-count'), linksOf(headers, LIST)]).toEqual(['7', { first: `${LIST}` }]);
    expect([theirs.body, theirs.headers.get('x-total-count')]).toEqual([[], '0']);
  });

  it('can be followed by its links, and stays consistent while calls are placed', async () => {
    const { agent } = await makeAgent(api);
    await placeMissedCalls(agent.id, 5);
    const before = await api.get(LIST);

    const first = await api.get(`${LIST}?size=2`);
    await placeMissedCalls(agent.id, 1);
    const { next = '' } = linksOf(first.headers, `${LIST}?size=2`);
    const second = await api.get(next);
    const rest = await idsFrom(linksOf(second.headers, next).next ?? '');

    const ids = (answer: Answer) => answer.body.map(({ id }: { id: string }) => id);
    expect([...ids(first), ...ids(second), ...rest]).toEqual(ids(before));
    expect(ids(second)).toHaveLength(2);
    const total = Number(before.headers.get('x-total-count'));
    expect(first.headers.get('x-total-count')).toBe(`${total}`);
    expect(second.headers.get('x-total-count')).toBe(`${total + 1}`);
  });

  it('can be filtered, with the total if all matches are on the page', async () => {
    const [{ agent }, another] = await Promise.all([makeAgent(api), makeAgent(api)]);
    const calls = await placeMissedCalls(agent.id, 4);
    await placeMissedCalls(another.agent.id, 1);
    const [one] = calls;
    const number = (field: string) => encodeURIComponent(one[field]);
    const times = calls.map(({ created_at }) => created_at).sort();
    const within = `created_after=${times[1]}&created_before=${times[3]}`;

    const answers = await Promise.all(
      [
        `agent=${agent.id}&status=error`,
        `agent=${agent.id}&status=ended`,
        `agent=${agent.id}&direction=outbound&status=&from_number=null`,
        `to_number=${number('to_number')}`,
        `to_number=${one.to_number}`,
        `from_number=${number('from_number')}&agent=${agent.id}`,
        `from_number=${number('to_number')}&agent=${agent.id}`,
        `agent=${agent.id}&${within}`,
        `agent=${agent.id}&created_before=${times[0].replace('Z', '+00:00')}`,
      ].map((query) => api.get(`${LIST}?${query}`)),
    );

    const between = calls.filter(({ created_at }) => created_at >= times[1] && created_at < times[3]);
    expect(answers.map(({ body }) => body.map(({ id }: { id: string }) => id))).toEqual(
      [calls, [], calls, [one], [one], calls, [], between, []].map(newestFirst),
    );
    expect(answers.map(({ headers }) => headers.get('x-total-count'))).toEqual(
      answers.map(({ body }) => `${body.length}`),
    );
    expect((await other.get(`${LIST}?agent=${agent.id}`)).body).toEqual([]);
  });

  it('keeps its filters in its links', async () => {
    const { agent } = await makeAgent(api);
    const calls = await placeMissedCalls(agent.id, 5);
    const path = `${LIST}?agent=${agent.id}&from_number=&size=2&created_after=2020-01-01T00:00:00%2B02:00`;

    const { headers } = await api.get(path);
    const ids = await idsFrom(path);

    expect(headers.get('x-total-count')).toBeNull();
    expect(ids).toEqual(newestFirst(calls));
    const [one] = calls;
    const byNumber = `${LIST}?to_number=${one.to_number}`;
    const links = linksOf((await api.get(byNumber)).headers, byNumber);
    expect((await api.get(links.first ?? '')).body).toHaveLength(1);
  });

  it.each([
    ['status=over', 'status', 'unknown_value'],
    ['agent=1', 'agent', 'wrong_format'],
    ['from_number=5551234', 'from_number', 'wrong_format'],
    ['to_number=%2B0', 'to_number', 'wrong_format'],
    ['direction=up', 'direction', 'unknown_value'],
    ['created_after=yesterday', 'created_after', 'wrong_format'],
    ['created_after=2026-01-01', 'created_after', 'wrong_format'],
    ['created_before=2026-02-30T00:00:00Z', 'created_before', 'wrong_format'],
    ['created_before=2026-01-01T00:00:00', 'created_before', 'wrong_format'],
    ['size=0', 'size', 'too_small'],
    ['size=101', 'size', 'too_big'],
    ['cursor=1', 'cursor', 'wrong_format'],
    [`cursor=${cursorText({ after: randomUUID(), page: 2, descending: true })}`, 'cursor', 'wrong_format'],
    ['page=0', 'page', 'too_small'],
    ['sort_column=status', 'sort_column', 'unknown_value'],
    ['sort_desc=down', 'sort_desc', 'wrong_type'],
    [`page=2&cursor=${cursorText({ after: randomUUID() })}`, 'page', 'invalid_value'],
    [`sort_desc=false&cursor=${cursorText({ after: randomUUID() })}`, 'cursor', 'wrong_format'],
    [`cursor=${cursorText({ after: randomUUID(), ascending: true })}`, 'cursor', 'wrong_format'],
  ])('refuses %s', async (query, parameter, type) => {
    const answer = await api.get(`${LIST}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([{ loc: ['query', parameter], msg: expect.any(String), type }]);
  });
});

describe('a deleted call', () => {
  it('is gone for good, can be deleted only by its user, and only when it is over', async () => {
    const { agent } = await makeAgent(api);
    const [call] = await placeMissedCalls(agent.id, 1);
    const path = `/v1/calls/delete?id=${call.id}`;
    const before = Number((await api.get(LIST)).headers.get('x-total-count'));

    const foreign = await other.post(path);
    const headers = { 'idempotency-key': randomUUID() };
    const deleted = await api.send(path, { method: 'POST', headers });
    const repeated = await api.send(path, { method: 'POST', headers });
    const again = await api.post(path);
    const got = await api.get(`/v1/calls?id=${call.id}`);
    const listed = await api.get(LIST);
    const filtered = await api.get(`${LIST}?agent=${agent.id}`);

    expect([foreign.status, deleted.status, again.status, got.status]).toEqual([404, 200, 404, 404]);
    expect(deleted.body).toEqual({ id: call.id, deleted: true });
    expect([repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([deleted.body, 'true']);
    expect(listed.headers.get('x-total-count')).toBe(`${before - 1}`);
    expect(listed.body.filter(({ id }: { id: string }) => id === call.id)).toEqual([]);
    expect(filtered.body).toEqual([]);
  });

  it('must be over, and is hung up even if it is deleted right after its end', async () => {
    const { agent } = await makeAgent(api, { webhookUrl: await receiver.listen() });
    const to_number = newNumber();
    const script = [{ say: 'Hello.' }, { wait_ms: 1_000_000 }];
    await setCallee(connection, to_number, { answer: 'answer', script });
    const { id } = await api.created('/v1/calls/create', {
      from_number: newNumber(),
      to_number,
      agent: agent.id,
    });
    // The conversation is under way: only hanging up ends it.
    await receiver.eventsWith(id, ['event_message']);

    const early = await api.post(`/v1/calls/delete?id=${id}`);
    const ended = await api.post(`/v1/calls/end?id=${id}`);
    const deleted = await api.post(`/v1/calls/delete?id=${id}`);

    expect([early.status, early.body.detail]).toEqual([
      409,
      [{ loc: ['query', 'id'], msg: expect.any(String), type: 'call_not_over' }],
    ]);
    expect([ended.body.status, deleted.body]).toEqual(['ended', { id, deleted: true }]);
    await until('the end at the carrier', async () => {
      const calls = await getJson(`${connection.carrier_url}/simulator/calls`);
      const { status } = calls.find((call: { to: string }) => call.to === to_number);
      return status === 'completed' || { waitingFor: status };
    });
  });
});
