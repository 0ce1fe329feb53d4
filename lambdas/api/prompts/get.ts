import { prompt } from '../../domain/records/prompt.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getPrompt = defineGet({
  operation: 'getPrompt',
  path: '/v1/prompts',
  summary: 'Get a prompt',
  kind: 'prompt',
  response: prompt,
});

export const handler = serve(getPrompt);
