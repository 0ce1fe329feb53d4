import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deletePrompt = defineDeletion({
  operation: 'deletePrompt',
  path: '/v1/prompts/delete',
  summary: 'Delete a prompt',
  kind: 'prompt',
});

export const handler = serve(deletePrompt);
