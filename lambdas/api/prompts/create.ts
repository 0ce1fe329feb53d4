import { prompt, promptInput } from '../../domain/prompt.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records.ts';

export const createPrompt = defineEndpoint({
  operation: 'createPrompt',
  method: 'POST',
  path: '/v1/prompts/create',
  summary: 'Create a prompt',
  body: promptInput,
  response: prompt,
  tableActions: CREATE_RECORDS,
  async run({ userId, body }, { table, newId }) {
    const record = { ...body, id: newId(), user_id: userId };
    await createRecords(table, [{ kind: 'prompt', record }]);
    return record;
  },
});

export const handler = serve(createPrompt);
