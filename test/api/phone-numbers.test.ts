import { expect, it } from 'vitest';
import { FunctionApi, placesOf } from '../support/service/function-api.ts';
import { addHeldNumber } from '../support/table/held-number.ts';

const [from, to] = ['+15550002222', '+15550003333'];
const api = await FunctionApi.ofFile();
await addHeldNumber(api, from);
const agent = { prompt: 'Be kind.' };

/** A North American number as a person may write it; the parser's test has the other ways. */
const write = (number: string) => number.replace(/^\+1(...)(...)/, '+1 ($1) $2-');

it('a number as people write it is called, stored and answered in E.164', async () => {
  const recipients = [{ to_number: write(to) }];

  const created = await api.created('calls', { from_number: write(from), to_number: write(to), agent });
  const { body } = await api.run('calls/batch', { body: { from_number: write(from), recipients, agent } });

  expect(created).toMatchObject({ from_number: from, to_number: to, agent_phone_number: from });
  expect(body.results).toEqual([{ to_number: to, id: expect.any(String) }]);
  expect(await api.got('calls', created.id)).toMatchObject({ from_number: from, to_number: to });
});

const number = '(555) 555-0123';
it.each<[string, object, string]>([
  ['calls/create', { body: { from_number: from, to_number: number, agent } }, 'body.to_number'],
  ['calls/create', { body: { from_number: number, to_number: to, agent } }, 'body.from_number'],
  [
    'calls/batch',
    { body: { from_number: number, recipients: [{ to_number: to }], agent } },
    'body.from_number',
  ],
  [
    'actions/create',
    { body: { type: 'action_transfer_call', config: { phone_number: number } } },
    'body.config.phone_number',
  ],
  [
    'numbers/link',
    { body: { phone_number: number, telephony_account_connection: api.user } },
    'body.phone_number',
  ],
  ['calls/list', { query: { to_number: number } }, 'query.to_number'],
  ['calls/replay', { body: { filter: { to_number: number }, agent_version: 1 } }, 'body.filter.to_number'],
  ['numbers/get', { query: { phone_number: number } }, 'query.phone_number'],
])('%s refuses a number without a country code, and says so: %#', async (operation, request, place) => {
  const answer = await api.run(operation, request);

  expect(answer.status).toBe(422);
  expect(placesOf(answer)).toContain(`${place} wrong_format`);
  expect(answer.body.detail[0].msg).toContain('The country code is missing');
});
