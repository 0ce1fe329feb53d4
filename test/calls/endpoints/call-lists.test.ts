import { describe, expect, it } from 'vitest';
import { insertCall } from '../../../lambdas/calls/store/calls.ts';
import { linksOf } from '../../support/links.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';
import { storedCall } from '../../support/table/stored-call.ts';

const HELD = '+15550002222';
const functions = await FunctionApi.ofFile();
const own = new FunctionClient(functions);

const version = (name: string) => ({ headers: { 'api-version': name } });
const idsOf = (calls: readonly { id: string }[]) => calls.map(({ id }) => id);

await addHeldNumber(functions, HELD);
const { agent } = await makeAgent(own);
const ids: string[] = [];
for (const _ of [1, 2, 3, 4, 5]) {
  const body = { from_number: HELD, to_number: newNumber(), agent: agent.id };
  ids.push((await own.created('/v1/calls/create', body)).id);
}

describe('GET /v1/calls/list by pages', () => {
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
    const { next_cursor } = body;
    const { body: third } = await own.send(`/v1/calls/list?size=2&cursor=${next_cursor}`, version('2026-11'));

    expect(idsOf(third.items)).toEqual([ids[0]]);
    expect(third).not.toHaveProperty('next_cursor');
    expect(idsOf(list.items)).toEqual(ids.toReversed());
    expect(list).toMatchObject({ page: 1, size: 10, has_more: false, total: 5, total_is_estimated: false });
    expect(idsOf(body.items)).toEqual([ids[2], ids[1]]);
    expect(body).toMatchObject({ page: 2, size: 2, has_more: true, total: 5, total_is_estimated: false });
  });
});

it('shows what a call cost, and the beginning of its summary', async () => {
  const user = functions.ofAnotherUser();
  const times = { start_time: '2026-01-01T12:00:00.000Z', end_time: '2026-01-01T12:01:30.000Z' };
  const analysis = (value: string | null) => ({
    analysis: { run: 1, at: times.end_time, status: 'done' as const, summary: { value, quotations: [] } },
  });
  const open = storedCall({ user_id: user.user, ...analysis(null) });
  const short = storedCall({ user_id: user.user, ...times, ...analysis('They booked.') });
  const long = storedCall({ user_id: user.user, ...times, ...analysis('🎉'.repeat(301)) });
  for (const call of [open, short, long]) await insertCall(functions.table, call);

  const { body: all } = await user.run('calls/list');
  const { body: filtered } = await user.run('calls/list', { query: { direction: 'outbound', page: '1' } });

  const listed = ({ id }: { id: string }) => all.find((call: { id: string }) => call.id === id);
  expect(listed(open)).not.toHaveProperty('summary');
  expect(listed(open)).not.toHaveProperty('cost');
  expect(listed(short).summary).toBe('They booked.');
  // Two started minutes of telephony and speech, and one and a half minutes on AWS.
  expect(listed(short).cost).toEqual({ currency: 'USD', total: 0.168852 });
  expect(listed(long).summary).toBe(`${'🎉'.repeat(299)}…`);
  expect(filtered).toEqual(all);
});

it('keeps what a reviewer found in the call and its list, by whom, until it is removed', async () => {
  const path = `/v1/calls/review?id=${ids[0]}`;
  const { review } = await own.created(path, { state: 'note', note: 'Slow.' });
  const listed = async () =>
    (await own.get('/v1/calls/list?size=5')).body.find(({ id }: { id: string }) => id === ids[0]);

  expect(review).toMatchObject({ state: 'note', note: 'Slow.', by: 'token' });
  expect((await own.get(`/v1/calls?id=${ids[0]}`)).body.review).toEqual(review);
  expect((await listed()).review).toEqual(review);
  expect((await own.post(path, { state: 'other' })).status).toBe(422);
  const other = new FunctionClient(functions.ofAnotherUser());
  expect((await other.post(path, { state: 'fine' })).status).toBe(404);
  expect(await own.created(path, { state: null })).toEqual({ id: ids[0] });
  expect(await listed()).not.toHaveProperty('review');
});

it('lists what a reviewer looks for: discarded values, failed actions, interrupted messages', async () => {
  const user = functions.ofAnotherUser();
  const timestamp = '2026-01-01T12:00:00.000Z';
  const found = {
    value: 'Monday',
    quotations: [{ message: 2, sender: 'human' as const, text: 'On Monday.' }],
  };
  const call = storedCall({
    user_id: user.user,
    messages: (['agent', 'human', 'agent'] as const).map((sender) => ({ sender, text: 'Hi.', timestamp })),
    actions_taken: [
      { action_id: null, type: 'action_dtmf', input: {}, output: {}, timestamp, after_messages: 2 },
    ],
    turns: [
      { number: 3, failed: true },
      { number: 4, figures: { ms: [], interrupted: true } },
    ],
    analysis: {
      ...{ run: 1, at: timestamp, status: 'done' },
      success: { value: null, reason: 'quotation_not_found', quotations: [] },
      sentiment: { value: null, reason: 'not_said', quotations: [] },
      extracted: { day: found },
    },
  });
  await insertCall(functions.table, call);

  const [listed] = (await user.run('calls/list')).body;

  expect(listed).toMatchObject({
    ...{ extracted: { day: found }, discarded: ['success'], failed_actions: 1, interrupted_messages: [3] },
  });
});
