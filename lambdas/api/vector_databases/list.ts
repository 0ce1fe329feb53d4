import { vectorDatabase } from '../../domain/vector-database.ts';
import { serve } from '../../platform/endpoint.ts';
import { definePagedList } from '../../platform/page-endpoint.ts';

export const listVectorDatabases = definePagedList({
  operation: 'listVectorDatabases',
  path: '/v1/vector_databases/list',
  summary: 'List vector databases, a page at a time, oldest first unless asked otherwise',
  kind: 'vector_database',
  row: vectorDatabase,
});

export const handler = serve(listVectorDatabases);
