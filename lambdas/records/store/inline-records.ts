import type { AccountConnectionInput } from '../../account-connections/model/account-connection.ts';
import { type ActionInput, withSignatureSecret } from '../../actions/model/action.ts';
import type { Source } from '../../platform/ids.ts';
import type { PromptInput, PromptTemplate, PromptTemplateInput } from '../../prompts/model/prompt.ts';
import type { VectorDatabaseInput } from '../../vector-databases/model/vector-database.ts';
import type { VoiceInput } from '../../voices/model/voice.ts';
import { newWebhook, newWebhookSecret, type WebhookInput } from '../../webhooks/model/webhook.ts';
import type { NewRecord } from '../model/kinds.ts';
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

  prompt(given: string | PromptInput): string {
    if (typeof given === 'string') return given;
    const { prompt_template: template, ...prompt } = given;
    const embedded = template === undefined ? {} : { prompt_template: this.template(template) };
    const record = { ...prompt, ...this.#owned(), ...embedded };
    this.made.push({ kind: 'prompt', record });
    return record.id;
  }

  voice(given: string | VoiceInput): string {
    if (typeof given === 'string') return given;
    const record = { ...given, ...this.#owned() };
    this.made.push({ kind: 'voice', record });
    return record.id;
  }

  action(given: string | ActionInput): string {
    if (typeof given === 'string') return given;
    const record = withSignatureSecret({ ...given, ...this.#owned() }, this.#createContext.randomBytes);
    this.made.push({ kind: 'action', record });
    return record.id;
  }

  webhook(given: string | WebhookInput): string {
    if (typeof given === 'string') return given;
    const secret = newWebhookSecret(this.#createContext.randomBytes);
    const record = newWebhook(given, { ...this.#owned(), secret });
    this.made.push({ kind: 'webhook', record });
    return record.id;
  }

  vectorDatabase(given: string | VectorDatabaseInput): string {
    if (typeof given === 'string') return given;
    const record = { ...given, ...this.#owned() };
    this.made.push({ kind: 'vector_database', record });
    return record.id;
  }

  connection(given: string | AccountConnectionInput): string {
    if (typeof given === 'string') return given;
    const record = { ...given, ...this.#owned() };
    this.made.push({ kind: 'account_connection', record });
    return record.id;
  }

  /** The template of a prompt: an existing one or a new one. */
  template(given: string | PromptTemplateInput | null): PromptTemplate | null {
    if (given === null) return null;
    if (typeof given === 'string') return this.#createContext.references.require('prompt_template', given);
    const record = { ...given, ...this.#owned() };
    this.made.push({ kind: 'prompt_template', record });
    return record;
  }

  #owned() {
    return { id: this.#createContext.newId(), user_id: this.#createContext.userId };
  }
}
