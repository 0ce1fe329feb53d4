import { voice, voiceInput } from '../../domain/records/voice.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createVoice = defineEndpoint({
  operation: 'createVoice',
  method: 'POST',
  path: '/v1/voices/create',
  summary: 'Create a voice',
  body: voiceInput,
  warningsOfBody: warningsOf,
  response: voice,
  tableActions: CREATE_RECORDS,
  async run({ userId, body }, { table, newId }) {
    const record = { ...body, id: newId(), user_id: userId };
    await createRecords(table, [{ kind: 'voice', record }]);
    return record;
  },
});

export const handler = serve(createVoice);
