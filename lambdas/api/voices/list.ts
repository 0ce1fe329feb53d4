import { voice } from '../../domain/records/voice.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listVoices = definePagedList({
  operation: 'listVoices',
  path: '/v1/voices/list',
  summary: 'List voices, a page at a time, oldest first unless asked otherwise',
  kind: 'voice',
  row: voice,
});

export const handler = serve(listVoices);
