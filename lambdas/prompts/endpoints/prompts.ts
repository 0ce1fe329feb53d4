import {
  defineCreation,
  defineDeletion,
  defineGet,
  defineList,
  defineUpdate,
} from '../../http/record-endpoints.ts';
import { InlineRecords } from '../../records/store/inline-records.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { listedPrompt, prompt, promptInput, promptRelations, promptUpdate } from '../model/prompt.ts';

export const createPrompt = () =>
  defineCreation('prompt', {
    body: promptInput,
    hasUrls: true,
    response: prompt,
    references: { prompt_template: 'prompt_template' },
    furtherActions: ['BatchGetItem'],
    make: (inline, body) => inline.prompt(body),
  });

export const updatePrompt = () =>
  defineUpdate('prompt', {
    body: promptUpdate,
    hasUrls: true,
    response: prompt,
    references: { prompt_template: 'prompt_template' },
    tableActions: ['BatchGetItem', ...CREATE_RECORDS],
    async changes({ userId, body, references }, { newId, randomBytes }) {
      const inline = new InlineRecords({ userId, references, newId, randomBytes });
      const { prompt_template: template } = promptRelations.parse(body);
      const embedded = template === undefined ? {} : { prompt_template: inline.template(template) };
      return { body: { ...body, ...embedded }, newRecords: inline.made };
    },
  });

export const getPrompt = () => defineGet('prompt', prompt);

export const listPrompts = () =>
  defineList('prompt', listedPrompt, {
    show: async (_table, _userId, items) =>
      items.map((item) => {
        const { prompt_template: template, ...shown } = prompt.parse(item);
        return { ...shown, prompt_template: template?.id ?? null };
      }),
  });

export const deletePrompt = () => defineDeletion('prompt');
