import type * as z from 'zod/mini';
import {
  llmConnectionInput,
  llmConnectionUpdate,
} from '../../account-connections/model/account-connection.ts';
import { parseInput } from '../../http/issues.ts';
import { promptChange, promptRelations, wholePromptInput } from '../../prompts/model/prompt.ts';
import type { ConfigurationKind } from '../../records/model/kinds.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import { vectorDatabaseInput, vectorDatabaseUpdate } from '../../vector-databases/model/vector-database.ts';
import { voiceInput, voicePatches } from '../../voices/model/voice.ts';
import { webhookInput, webhookUpdate } from '../../webhooks/model/webhook.ts';

export type Fields = Readonly<Record<string, unknown>>;

type Patch = z.ZodMiniType<Record<string, unknown>>;

export interface Relation {
  readonly field: 'prompt' | 'voice' | 'webhook' | 'vector_database' | 'llm_account_connection';
  readonly kind: ConfigurationKind;
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
    kind: 'prompt',
    name: 'prompt',
    patchFor: () => promptChange,
    make: maker(wholePromptInput, (inline, given) => inline.prompt(given)),
    stored(changes, inline) {
      const { prompt_template: template } = promptRelations.parse(changes);
      return template === undefined ? changes : { ...changes, prompt_template: inline.template(template) };
    },
  },
  {
    field: 'voice',
    kind: 'voice',
    name: 'voice',
    patchFor: (type) => patchesOfVoices[type],
    make: maker(voiceInput, (inline, given) => inline.add('voice', given)),
  },
  {
    field: 'webhook',
    kind: 'webhook',
    name: 'webhook',
    patchFor: () => webhookUpdate,
    make: maker(webhookInput, (inline, given) => inline.webhook(given)),
  },
  {
    field: 'vector_database',
    kind: 'vector_database',
    name: 'vector database',
    patchFor: () => vectorDatabaseUpdate,
    make: maker(vectorDatabaseInput, (inline, given) => inline.add('vector_database', given)),
  },
  {
    field: 'llm_account_connection',
    kind: 'account_connection',
    name: 'connection',
    patchFor: () => llmConnectionUpdate,
    make: maker(llmConnectionInput, (inline, given) => inline.add('account_connection', given)),
  },
];
