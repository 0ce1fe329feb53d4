import * as z from 'zod/mini';
import { voice, voicePatches, voiceUpdate } from '../../domain/records/voice.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { updateTyped } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';

export const updateVoice = defineEndpoint({
  operation: 'updateVoice',
  method: 'POST',
  path: '/v1/voices/update',
  summary: 'Update a voice',
  query: idQuery,
  body: voiceUpdate,
  // The fields depend on the stored record's type.
  selectBody: () => z.record(z.string(), z.unknown()),
  warningsOfBody: warningsOf,
  response: voice,
  tableActions: ['GetItem', 'UpdateItem'],
  run: ({ userId, query, body }, { table }) =>
    updateTyped(table, { userId, id: query.id, body, kind: 'voice', patches: voicePatches }),
});

export const handler = serve(updateVoice);
