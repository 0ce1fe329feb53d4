import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deleteAgent = defineDeletion({
  operation: 'deleteAgent',
  path: '/v1/agents/delete',
  summary: 'Delete an agent',
  kind: 'agent',
});

export const handler = serve(deleteAgent);
