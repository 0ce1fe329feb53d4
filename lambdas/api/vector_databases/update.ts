import { patchOf } from '../../domain/patch.ts';
import { vectorDatabase, vectorDatabaseShape } from '../../domain/vector-database.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { update } from '../../platform/update-endpoint.ts';

export const updateVectorDatabase = defineEndpoint({
  operation: 'updateVectorDatabase',
  method: 'POST',
  path: '/v1/vector_databases/update',
  summary: 'Update a vector database: a field that is left out stays as it is',
  query: idQuery,
  body: patchOf(vectorDatabaseShape),
  response: vectorDatabase,
  tableActions: ['GetItem', 'UpdateItem'],
  run: ({ userId, query, body }, { table }) =>
    update(table, 'vector_database', { userId, id: query.id, body }),
});

export const handler = serve(updateVectorDatabase);
