import { type ActionInput, withSignatureSecret } from '../../actions/model/action.ts';
import type { Source } from '../../platform/ids.ts';
import type { PromptInput, PromptTemplate, PromptTemplateInput } from '../../prompts/model/prompt.ts';
import { newWebhook, newWebhookSecret, type WebhookInput } from '../../webhooks/model/webhook.ts';
import {
  type ConfigurationKind,
  type ConfigurationRecords,
  isNewRecord,
  type NewRecord,
} from '../model/kinds.ts';
import type { FoundRecords } from './records.ts';

export interface CreateContext extends Pick<Source, 'newId' | 'randomBytes'> {
  readonly userId: string;
  readonly references: FoundRecords;
}

/** Each method takes an id or a new record and returns the id; `made` collects the new records. */
export class InlineRecords {
  readonly made: NewRecord[] = [];
  readonly #createContext: CreateContext;

  constructor(createContext: CreateContext) {
    this.#createContext = createContext;
  }

  add<K extends ConfigurationKind>(kind: K, given: string | FieldsOf<ConfigurationRecords[K]>): string {
    if (typeof given === 'string') return given;
    const { newId, userId } = this.#createContext;
    const record = { ...given, id: newId(), user_id: userId };
    const made = { kind, record };
    if (!isNewRecord(made)) throw new Error(`The new ${kind} does not match its schema.`);
    this.made.push(made);
    return record.id;
  }

  prompt(given: string | PromptInput): string {
    if (typeof given === 'string') return given;
    const { prompt_template: template, ...prompt } = given;
    const embedded = template === undefined ? {} : { prompt_template: this.template(template) };
    return this.add('prompt', { ...prompt, ...embedded });
  }

  action(given: string | ActionInput): string {
    if (typeof given === 'string') return given;
    return this.add('action', withSignatureSecret(given, this.#createContext.randomBytes));
  }

  webhook(given: string | WebhookInput): string {
    if (typeof given === 'string') return given;
    return this.add('webhook', newWebhook(given, newWebhookSecret(this.#createContext.randomBytes)));
  }

  /** The template of a prompt: an existing one or a new one. */
  template(given: string | PromptTemplateInput | null): PromptTemplate | null {
    if (given === null) return null;
    const id = this.add('prompt_template', given);
    return this.#createContext.references.with(this.made).require('prompt_template', id);
  }
}

/** The fields of a new record: its id and user are ours. */
type FieldsOf<R> = R extends unknown
  ? Omit<R, 'id' | 'user_id'> & { readonly id?: unknown; readonly user_id?: unknown }
  : never;
