import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';

export const deleteVoice = defineDeletion({
  operation: 'deleteVoice',
  path: '/v1/voices/delete',
  summary: 'Delete a voice',
  kind: 'voice',
});

export const handler = serve(deleteVoice);
