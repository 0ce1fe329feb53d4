import { prompt, promptRelations, promptUpdate } from '../../domain/records/prompt.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { update } from '../../rest/update-endpoint.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { InlineRecords } from '../../store/records/inline-records.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';

export const updatePrompt = defineEndpoint({
  operation: 'updatePrompt',
  method: 'POST',
  path: '/v1/prompts/update',
  summary: 'Update a prompt',
  query: idQuery,
  body: promptUpdate,
  faultsOfBody: faultsOfUrls,
  response: prompt,
  references: { prompt_template: 'prompt_template' },
  tableActions: ['BatchGetItem', ...CREATE_RECORDS],
  variables: [OUTBOUND_ALLOWED_NETWORKS],
  run({ userId, query: { id }, body, references }, { table, newId, randomBytes }) {
    const inline = new InlineRecords({ userId, references, newId, randomBytes });
    const { prompt_template: template } = promptRelations.parse(body);
    const embedded = template === undefined ? {} : { prompt_template: inline.template(template) };
    const changes = { ...body, ...embedded };
    return update(table, 'prompt', { userId, id, body: changes, newRecords: inline.made });
  },
});

export const handler = serve(updatePrompt);
