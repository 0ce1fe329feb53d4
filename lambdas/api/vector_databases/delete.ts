import { defineDeletion } from '../../platform/delete-endpoint.ts';
import { serve } from '../../platform/endpoint.ts';

export const deleteVectorDatabase = defineDeletion({
  operation: 'deleteVectorDatabase',
  path: '/v1/vector_databases/delete',
  summary: 'Delete a vector database that no other record refers to',
  kind: 'vector_database',
});

export const handler = serve(deleteVectorDatabase);
