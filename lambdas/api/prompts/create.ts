import { prompt, promptInput } from '../../domain/records/prompt.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { InlineRecords } from '../../store/records/inline-records.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';

export const createPrompt = defineEndpoint({
  operation: 'createPrompt',
  method: 'POST',
  path: '/v1/prompts/create',
  summary: 'Create a prompt',
  body: promptInput,
  faultsOfBody: faultsOfUrls,
  response: prompt,
  references: { prompt_template: 'prompt_template' },
  tableActions: ['BatchGetItem', ...CREATE_RECORDS],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  async run({ userId, body, references }, { table, newId, randomBytes }) {
    const inline = new InlineRecords({ userId, references, newId, randomBytes });
    const record = inline.newPrompt(body);
    await createRecords(table, inline.made);
    return record;
  },
});

export const handler = serve(createPrompt);
