import { describe, expect, it } from 'vitest';
import { linksOf } from '../../support/links.ts';
import { makeAgent, newNumber } from '../../support/scene.ts';
import { FunctionApi } from '../../support/service/function-api.ts';
import { FunctionClient } from '../../support/service/function-client.ts';
import { addHeldNumber } from '../../support/table/held-number.ts';

const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);
const other = new FunctionClient(functions.ofAnotherUser());

const from_number = '+15550002222';
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
await addHeldNumber(functions, from_number);
const agent: string = (await makeAgent(api)).agent.id;

const add = (phone_numbers: readonly string[], reason = 'Asked by e-mail.') =>
  api.created('/v1/do_not_call/add', { phone_numbers, reason });
const remove = (phone_numbers: readonly string[], reason = 'Agreed by e-mail.') =>
  api.created('/v1/do_not_call/remove', { phone_numbers, reason });
const named = (number: string) => `phone_number=${encodeURIComponent(number)}`;
const check = async (number: string, user = api) =>
  (await user.get(`/v1/do_not_call/check?${named(number)}`)).body;

describe('POST /v1/do_not_call/add', () => {
  it('adds numbers as people write them, and says which were listed', async () => {
    const [one, two, three] = [newNumber(), newNumber(), newNumber()];
    await add([two]);

    const numbers = [one.slice(1), two, `tel:${three}`, one];
    const lists = [await add(numbers, 'Imported.'), await add(numbers, 'Imported.')];

    const results = (result: string) => [
      { phone_number: one, result },
      { phone_number: two, result: 'already_listed' },
      { phone_number: three, result },
      { phone_number: one, result: 'already_listed' },
    ];
    expect(lists.map((list) => list.results)).toEqual([results('added'), results('already_listed')]);
    expect((await check(one)).entry.reason).toBe('Imported.');
    expect((await check(two)).entry.reason).toBe('Asked by e-mail.');
  });

  it('forbids calls to the number until it is removed, unless they override it', async () => {
    const call = { from_number, to_number: newNumber(), agent };
    await add([call.to_number]);

    const refused = await api.post('/v1/calls/create', call);
    const overridden = await api.post('/v1/calls/create', { ...call, override_do_not_call: true });
    await remove([call.to_number]);
    const allowed = await api.post('/v1/calls/create', call);

    expect([refused.status, refused.body.detail[0].type]).toEqual([409, 'do_not_call']);
    expect([overridden.status, allowed.status]).toEqual([200, 200]);
  });
});

it('GET /v1/do_not_call/check answers whether the number is listed, with its entry, to its user only', async () => {
  const number = newNumber();
  await add([number], 'A complaint.');

  const checked = await check(number);
  const written = await check(number.replace(/^\+1(...)/, '1 ($1) '));
  const theirs = await check(number, other);

  expect(checked).toEqual({
    phone_number: number,
    listed: true,
    entry: {
      id: expect.any(String),
      user_id: expect.any(String),
      phone_number: number,
      listed_at: expect.stringMatching(TIME),
      reason: 'A complaint.',
      source: 'api',
      call_id: null,
      removed_at: null,
      removal_reason: null,
    },
  });
  expect(written).toEqual(checked);
  expect(theirs).toEqual({ phone_number: number, listed: false, entry: null });
});

it('GET /v1/do_not_call/history answers each stay of the number on the list, newest first, with both reasons and times', async () => {
  const number = newNumber();
  await add([number], 'First.');
  const removed = await remove([number, newNumber()], 'A mistake.');
  await add([number], 'Second.');

  const { body: list } = await api.get(`/v1/do_not_call/history?${named(number)}`);
  const path = `/v1/do_not_call/history?${named(number)}&size=1`;
  const first = await api.get(path);
  const second = await api.get(linksOf(first.headers, path).next ?? '');
  const { body: theirs } = await other.get(`/v1/do_not_call/history?${named(number)}`);

  expect(removed.results.map(({ result }: { result: string }) => result)).toEqual(['removed', 'not_listed']);
  expect(list).toMatchObject([
    { phone_number: number, reason: 'Second.', removed_at: null, removal_reason: null },
    {
      phone_number: number,
      reason: 'First.',
      listed_at: expect.stringMatching(TIME),
      removed_at: expect.stringMatching(TIME),
      removal_reason: 'A mistake.',
    },
  ]);
  expect([...first.body, ...second.body]).toEqual(list);
  expect(theirs).toEqual([]);
});
