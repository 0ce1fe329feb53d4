import { vectorDatabase, vectorDatabaseUpdate } from '../../domain/records/vector-database.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { update } from '../../rest/update-endpoint.ts';

export const updateVectorDatabase = defineEndpoint({
  operation: 'updateVectorDatabase',
  method: 'POST',
  path: '/v1/vector_databases/update',
  summary: 'Update a vector database',
  query: idQuery,
  body: vectorDatabaseUpdate,
  response: vectorDatabase,
  tableActions: ['GetItem', 'UpdateItem'],
  run: ({ userId, query, body }, { table }) =>
    update(table, 'vector_database', { userId, id: query.id, body }),
});

export const handler = serve(updateVectorDatabase);
