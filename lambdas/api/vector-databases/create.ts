import { vectorDatabase, vectorDatabaseInput } from '../../domain/records/vector-database.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createVectorDatabase = defineEndpoint({
  operation: 'createVectorDatabase',
  method: 'POST',
  path: '/v1/vector_databases/create',
  summary: 'Create a vector database',
  body: vectorDatabaseInput,
  response: vectorDatabase,
  tableActions: CREATE_RECORDS,
  async run({ userId, body }, { table, newId }) {
    const record = { ...body, id: newId(), user_id: userId };
    await createRecords(table, [{ kind: 'vector_database', record }]);
    return record;
  },
});

export const handler = serve(createVectorDatabase);
