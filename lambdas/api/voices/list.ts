import { voice } from '../../domain/voice.ts';
import { serve } from '../../platform/endpoint.ts';
import { definePagedList } from '../../platform/page-endpoint.ts';

export const listVoices = definePagedList({
  operation: 'listVoices',
  path: '/v1/voices/list',
  summary: 'List voices, a page at a time, oldest first unless asked otherwise',
  kind: 'voice',
  row: voice,
});

export const handler = serve(listVoices);
