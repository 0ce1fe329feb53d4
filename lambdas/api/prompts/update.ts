import { patchOf } from '../../domain/patch.ts';
import { prompt, promptShape } from '../../domain/prompt.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { update } from '../../platform/update-endpoint.ts';

export const updatePrompt = defineEndpoint({
  operation: 'updatePrompt',
  method: 'POST',
  path: '/v1/prompts/update',
  summary: 'Update a prompt: a field that is left out stays as it is',
  query: idQuery,
  body: patchOf(promptShape),
  response: prompt,
  tableActions: ['GetItem', 'UpdateItem'],
  run: ({ userId, query, body }, { table }) => update(table, 'prompt', { userId, id: query.id, body }),
});

export const handler = serve(updatePrompt);
