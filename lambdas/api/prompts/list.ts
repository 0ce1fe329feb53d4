import { prompt } from '../../domain/records/prompt.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listPrompts = definePagedList({
  operation: 'listPrompts',
  path: '/v1/prompts/list',
  summary: 'List prompts',
  kind: 'prompt',
  row: prompt,
});

export const handler = serve(listPrompts);
