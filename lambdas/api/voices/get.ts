import { voice } from '../../domain/records/voice.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

export const getVoice = defineEndpoint({
  operation: 'getVoice',
  method: 'GET',
  path: '/v1/voices',
  summary: 'Get a voice',
  query: idQuery,
  response: voice,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'voice', query.id);
    if (!record) throw notFound('voice');
    return record;
  },
});

export const handler = serve(getVoice);
