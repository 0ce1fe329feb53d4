import { voice } from '../../domain/voice.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getRecord } from '../../store/records.ts';

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
