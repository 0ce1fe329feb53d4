import { defineDeletion } from '../../platform/delete-endpoint.ts';
import { serve } from '../../platform/endpoint.ts';

export const deletePrompt = defineDeletion({
  operation: 'deletePrompt',
  path: '/v1/prompts/delete',
  summary: 'Delete a prompt that no other record refers to',
  kind: 'prompt',
});

export const handler = serve(deletePrompt);
