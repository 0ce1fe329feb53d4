import { voice } from '../../domain/records/voice.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listVoices = definePagedList({
  operation: 'listVoices',
  path: '/v1/voices/list',
  summary: 'List voices',
  kind: 'voice',
  row: voice,
});

export const handler = serve(listVoices);
