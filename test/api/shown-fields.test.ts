import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { FunctionApi } from '../support/service/function-api.ts';

const HIDDEN = 'not to be seen';

const api = await FunctionApi.ofFile({
  // An endpoint that returns more than its schema names.
  adapt: (endpoint) => ({
    ...endpoint,
    run: async (request, dependencies) =>
      Object.assign((await endpoint.run(request, dependencies)) as object, { added_field: HIDDEN }),
  }),
});

it('an unknown field, in a stored record or in an endpoint’s result, is not in the answer', async () => {
  const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };
  const { id } = await api.created('agents', { prompt: { content: 'Be kind.' }, voice });
  const { client, name: TableName } = api.table;
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  const records = Items.filter(({ id }) => id !== undefined);
  for (const item of records)
    await client.send(new PutCommand({ TableName, Item: { ...item, added_field: HIDDEN } }));

  const { status, text } = await api.run('agents/get', { query: { id } });

  expect(records.length).toBeGreaterThan(2);
  expect(status).toBe(200);
  expect(text).toContain('Be kind.');
  expect(text).not.toContain(HIDDEN);
});
