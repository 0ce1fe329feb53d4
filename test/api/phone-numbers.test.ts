import { expect, it } from 'vitest';
import { FunctionApi } from '../support/service/function-api.ts';
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
