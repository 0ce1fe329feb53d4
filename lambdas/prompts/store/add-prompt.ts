import type { InlineRecords } from '../../records/store/inline-records.ts';
import {
  type PromptInput,
  type PromptTemplate,
  type PromptTemplateInput,
  promptKind,
  promptTemplateKind,
} from '../model/prompt.ts';

/** Adds a prompt with its template, unless an id is given. Returns the id. */
export function addPrompt(inline: InlineRecords, idOrInput: string | PromptInput): string {
  if (typeof idOrInput === 'string') return idOrInput;
  const { prompt_template: template, ...prompt } = idOrInput;
  const embedded = template === undefined ? {} : { prompt_template: addTemplate(inline, template) };
  return inline.add(promptKind, { ...prompt, ...embedded });
}

/** The template of a prompt: an existing one or a new one. */
export function addTemplate(
  inline: InlineRecords,
  idOrInput: string | PromptTemplateInput | null,
): PromptTemplate | null {
  if (idOrInput === null) return null;
  return inline.require(promptTemplateKind, inline.add(promptTemplateKind, idOrInput));
}
