import * as records from '../../http/record-endpoints.ts';
import { InlineRecords } from '../../records/store/inline-records.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { listedPrompt, prompt, promptInput, promptRelations, promptUpdate } from '../model/prompt.ts';

export const createPrompt = () =>
  records.defineCreation('prompt', {
    body: promptInput,
    hasUrls: true,
    references: { prompt_template: 'prompt_template' },
    furtherActions: ['BatchGetItem'],
    make: (inline, body) => inline.prompt(body),
  });

export const updatePrompt = () =>
  records.defineUpdate('prompt', {
    body: promptUpdate,
    hasUrls: true,
    references: { prompt_template: 'prompt_template' },
    tableActions: ['BatchGetItem', ...CREATE_RECORDS],
    async changes({ userId, body, references }, { newId, randomBytes }) {
      const inline = new InlineRecords({ userId, references, newId, randomBytes });
      const { prompt_template: template } = promptRelations.parse(body);
      const embedded = template === undefined ? {} : { prompt_template: inline.template(template) };
      return { body: { ...body, ...embedded }, newRecords: inline.made };
    },
  });

export const getPrompt = () => records.defineGet('prompt');

export const listPrompts = () =>
  records.defineList('prompt', listedPrompt, {
    show: async (_table, _userId, items) =>
      items.map((item) => {
        const { prompt_template: template, ...shown } = prompt.parse(item);
        return { ...shown, prompt_template: template?.id ?? null };
      }),
  });

export const deletePrompt = () => records.defineDeletion('prompt');
