import type { InlineRecords } from '../../records/store/inline-records.ts';
import {
  type PromptInput,
  type PromptTemplate,
  type PromptTemplateInput,
  promptKind,
  promptTemplateKind,
} from '../model/prompt.ts';

/** Adds a prompt with its template, unless an id is given. Returns the id. */
export function addPrompt(inline: InlineRecords, given: string | PromptInput): string {
  if (typeof given === 'string') return given;
  const { prompt_template: template, ...prompt } = given;
  const embedded = template === undefined ? {} : { prompt_template: addTemplate(inline, template) };
  return inline.add(promptKind, { ...prompt, ...embedded });
}

/** The template of a prompt: an existing one or a new one. */
export function addTemplate(
  inline: InlineRecords,
  given: string | PromptTemplateInput | null,
): PromptTemplate | null {
  if (given === null) return null;
  return inline.require(promptTemplateKind, inline.add(promptTemplateKind, given));
}
