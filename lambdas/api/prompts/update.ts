import { patchOf } from '../../domain/patch.ts';
import { prompt, promptRelations, promptShape } from '../../domain/prompt.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { faultsOfUrls } from '../../platform/outbound-urls.ts';
import { update } from '../../platform/update-endpoint.ts';
import { InlineRecords } from '../../store/inline-records.ts';
import { CREATE_RECORDS } from '../../store/records.ts';

export const updatePrompt = defineEndpoint({
  operation: 'updatePrompt',
  method: 'POST',
  path: '/v1/prompts/update',
  summary: 'Update a prompt: a field that is left out stays as it is',
  query: idQuery,
  body: patchOf(promptShape),
  faultsOfBody: faultsOfUrls,
  response: prompt,
  references: { prompt_template: 'prompt_template' },
  tableActions: ['BatchGetItem', ...CREATE_RECORDS],
  run({ userId, query: { id }, body, references }, { table, newId, randomBytes }) {
    const inline = new InlineRecords({ userId, references, newId, randomBytes });
    const { prompt_template: template } = promptRelations.parse(body);
    const embedded = template === undefined ? {} : { prompt_template: inline.template(template) };
    const changes = { ...body, ...embedded };
    return update(table, 'prompt', { userId, id, body: changes, newRecords: inline.made });
  },
});

export const handler = serve(updatePrompt);
