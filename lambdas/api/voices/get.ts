import { voice } from '../../domain/records/voice.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineGet } from '../../rest/get-endpoint.ts';

export const getVoice = defineGet({
  operation: 'getVoice',
  path: '/v1/voices',
  summary: 'Get a voice',
  kind: 'voice',
  response: voice,
});

export const handler = serve(getVoice);
