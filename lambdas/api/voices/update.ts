import { voice, voicePatches, voiceUpdate } from '../../domain/records/voice.ts';
import { serve } from '../../rest/endpoint.ts';
import { defineTypedUpdate } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';

export const updateVoice = defineTypedUpdate({
  operation: 'updateVoice',
  path: '/v1/voices/update',
  summary: 'Update a voice',
  kind: 'voice',
  body: voiceUpdate,
  warningsOfBody: warningsOf,
  response: voice,
  tableActions: ['GetItem', 'UpdateItem'],
  patches: voicePatches,
});

export const handler = serve(updateVoice);
