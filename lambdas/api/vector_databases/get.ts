import { vectorDatabase } from '../../domain/vector-database.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { getRecord } from '../../store/records.ts';

export const getVectorDatabase = defineEndpoint({
  operation: 'getVectorDatabase',
  method: 'GET',
  path: '/v1/vector_databases',
  summary: 'Get a vector database',
  query: idQuery,
  response: vectorDatabase,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const record = await getRecord(table, userId, 'vector_database', query.id);
    if (!record) throw notFound('vector database');
    return record;
  },
});

export const handler = serve(getVectorDatabase);
