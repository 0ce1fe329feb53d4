import { vectorDatabase } from '../../domain/records/vector-database.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listVectorDatabases = definePagedList({
  operation: 'listVectorDatabases',
  path: '/v1/vector_databases/list',
  summary: 'List vector databases',
  kind: 'vector_database',
  row: vectorDatabase,
});

export const handler = serve(listVectorDatabases);
