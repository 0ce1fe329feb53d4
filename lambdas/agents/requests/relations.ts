import type * as z from 'zod/mini';
import {
  accountConnectionKind,
  llmConnectionInput,
  llmConnectionUpdate,
} from '../../account-connections/model/account-connection.ts';
import { parseInput } from '../../http/issues.ts';
import { promptChange, promptKind, promptRelations, wholePromptInput } from '../../prompts/model/prompt.ts';
import { addPrompt, addTemplate } from '../../prompts/store/add-prompt.ts';
import type { Kind } from '../../records/model/kind.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import {
  vectorDatabaseInput,
  vectorDatabaseKind,
  vectorDatabaseUpdate,
} from '../../vector-databases/model/vector-database.ts';
import { voiceInput, voiceKind, voicePatches } from '../../voices/model/voice.ts';
import { webhookInput, webhookKind, webhookUpdate } from '../../webhooks/model/webhook.ts';
import { addWebhook } from '../../webhooks/store/webhooks.ts';

export type Fields = Readonly<Record<string, unknown>>;

type Patch = z.ZodMiniType<Record<string, unknown>>;

export interface Relation {
  readonly field: 'prompt' | 'voice' | 'webhook' | 'vector_database' | 'llm_account_connection';
  readonly kind: Kind;
  readonly name: string;
  /** The schema of changes, by the `type` of the record. */
  patchFor(type: string): Patch | undefined;
  /** Makes a whole new record and returns its id, or the error of its schema. */
  make(given: Fields, inline: InlineRecords): string | z.core.$ZodError;
  /** The changes as they are stored. @default as they are */
  stored?(changes: Fields, inline: InlineRecords): Fields;
}

const maker =
  <New extends z.ZodMiniType>(schema: New, make: (inline: InlineRecords, given: z.output<New>) => string) =>
  (given: Fields, inline: InlineRecords) => {
    const parsed = parseInput(schema, given);
    return parsed.success ? make(inline, parsed.data) : parsed.error;
  };

const patchesOfVoices: Readonly<Record<string, Patch>> = voicePatches;

/** The fields of an agent that refer to one record each. */
export const RELATIONS: readonly Relation[] = [
  {
    field: 'prompt',
    kind: promptKind,
    name: 'prompt',
    patchFor: () => promptChange,
    make: maker(wholePromptInput, (inline, given) => addPrompt(inline, given)),
    stored(changes, inline) {
      const { prompt_template: template } = promptRelations.parse(changes);
      return template === undefined
        ? changes
        : { ...changes, prompt_template: addTemplate(inline, template) };
    },
  },
  {
    field: 'voice',
    kind: voiceKind,
    name: 'voice',
    patchFor: (type) => patchesOfVoices[type],
    make: maker(voiceInput, (inline, given) => inline.add(voiceKind, given)),
  },
  {
    field: 'webhook',
    kind: webhookKind,
    name: 'webhook',
    patchFor: () => webhookUpdate,
    make: maker(webhookInput, (inline, given) => addWebhook(inline, given)),
  },
  {
    field: 'vector_database',
    kind: vectorDatabaseKind,
    name: 'vector database',
    patchFor: () => vectorDatabaseUpdate,
    make: maker(vectorDatabaseInput, (inline, given) => inline.add(vectorDatabaseKind, given)),
  },
  {
    field: 'llm_account_connection',
    kind: accountConnectionKind,
    name: 'connection',
    patchFor: () => llmConnectionUpdate,
    make: maker(llmConnectionInput, (inline, given) => inline.add(accountConnectionKind, given)),
  },
];
