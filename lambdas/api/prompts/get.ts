import { prompt } from '../../domain/records/prompt.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

export const getPrompt = defineEndpoint({
  operation: 'getPrompt',
  method: 'GET',
  path: '/v1/prompts',
  summary: 'Get a prompt',
  query: idQuery,
  response: prompt,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'prompt', query.id);
    if (!record) throw notFound('prompt');
    return record;
  },
});

export const handler = serve(getPrompt);
