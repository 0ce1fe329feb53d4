import * as records from '../../http/record-endpoints.ts';
import { KINDS } from '../../kinds.ts';
import { InlineRecords } from '../../records/store/inline-records.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import {
  listedPrompt,
  prompt,
  promptInput,
  promptKind,
  promptRelations,
  promptTemplateKind,
  promptUpdate,
} from '../model/prompt.ts';
import { addPrompt, addTemplate } from '../store/add-prompt.ts';

export const createPrompt = () =>
  records.defineCreation(promptKind, {
    body: promptInput,
    hasUrls: true,
    references: { prompt_template: promptTemplateKind },
    furtherActions: ['BatchGetItem'],
    make: (inline, body) => addPrompt(inline, body),
  });

export const updatePrompt = () =>
  records.defineUpdate(promptKind, {
    body: promptUpdate,
    hasUrls: true,
    references: { prompt_template: promptTemplateKind },
    tableActions: ['BatchGetItem', ...CREATE_RECORDS],
    async changes({ userId, body, references }, { newId, randomBytes }) {
      const inline = new InlineRecords({ userId, references, newId, randomBytes });
      const { prompt_template: template } = promptRelations.parse(body);
      const embedded = template === undefined ? {} : { prompt_template: addTemplate(inline, template) };
      return { body: { ...body, ...embedded }, newRecords: inline.made };
    },
  });

export const getPrompt = () => records.defineGet(promptKind);

export const listPrompts = () =>
  records.defineList(promptKind, listedPrompt, {
    show: async (_table, _userId, items) =>
      items.map((item) => {
        const { prompt_template: template, ...shown } = prompt.parse(item);
        return { ...shown, prompt_template: template?.id ?? null };
      }),
  });

export const deletePrompt = () => records.defineDeletion(promptKind, { referrers: KINDS });
