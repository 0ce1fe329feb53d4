import { vectorDatabase } from '../../domain/records/vector-database.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';

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
