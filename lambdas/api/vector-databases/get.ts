import { vectorDatabase } from '../../domain/records/vector-database.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getVectorDatabase = defineGet({
  operation: 'getVectorDatabase',
  path: '/v1/vector_databases',
  summary: 'Get a vector database',
  kind: 'vector_database',
  response: vectorDatabase,
});

export const handler = serve(getVectorDatabase);
