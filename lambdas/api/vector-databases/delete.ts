import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deleteVectorDatabase = defineDeletion({
  operation: 'deleteVectorDatabase',
  path: '/v1/vector_databases/delete',
  summary: 'Delete a vector database',
  kind: 'vector_database',
});

export const handler = serve(deleteVectorDatabase);
