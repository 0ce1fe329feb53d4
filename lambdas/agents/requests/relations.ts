import type * as z from 'zod/mini';
import {
  llmConnectionInput,
  llmConnectionUpdate,
} from '../../account-connections/model/account-connection.ts';
import type { Issue } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { changesOf } from '../../platform/patch.ts';
import { promptChange, promptRelations, wholePromptInput } from '../../prompts/model/prompt.ts';
import type { ConfigurationKind } from '../../records/model/kinds.ts';
import type { RecordChange } from '../../records/store/field-changes.ts';
import type { InlineRecords } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import { vectorDatabaseInput, vectorDatabaseUpdate } from '../../vector-databases/model/vector-database.ts';
import { voiceInput, voicePatches } from '../../voices/model/voice.ts';
import { webhookInput, webhookUpdate } from '../../webhooks/model/webhook.ts';
import type { Agent } from '../model/agent.ts';

type Fields = Readonly<Record<string, unknown>>;

type Patch = z.ZodMiniType<Record<string, unknown>>;

interface Relation {
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

/** What an update does with a related record: refers to it, changes it, or is refused. */
export type RelationPlan =
  | { readonly reference: Fields }
  | { readonly change: RecordChange }
  | { readonly issues: readonly Issue[] };

interface GivenRelation {
  readonly value: string | null | Fields;
  readonly agent: Agent;
  readonly there: FoundRecords;
  readonly loc: readonly string[];
  readonly inline: InlineRecords;
}

/**
 * Plans an update of one relation. Changes apply to the record that is there; if there is none, or the `type` changes, they
 * must make a whole new one.
 */
export function planRelation(
  { field, kind, name, patchFor, make, stored = (changes) => changes }: Relation,
  { value, agent, there, loc, inline }: GivenRelation,
): RelationPlan {
  if (value === null || typeof value === 'string') return { reference: { [field]: value } };
  const at = [...loc, field];
  const id = agent[field];
  const record = id ? there.require(kind, id) : undefined;
  const type = record && 'type' in record ? record.type : '';
  const patch = record && (value.type ?? type) === type ? patchFor(type) : undefined;
  if (record && patch) {
    const { data, error } = parseInput(patch, value);
    if (error) return { issues: issuesAt(at, error) };
    return { change: { kind, id: record.id, changes: stored(changesOf(data), inline) } };
  }
  const made = make(value, inline);
  if (typeof made === 'string') return { reference: { [field]: made } };
  const why = record ? `the type changes from ${type}` : `the agent has no ${name} yet`;
  return { issues: issuesAt(at, made).map((issue) => explained(issue, `${why}, so give a whole ${name}`)) };
}

/** Says why a field is required that other updates may leave out. */
function explained(issue: Issue, why: string): Issue {
  return issue.type === 'missing' ? { ...issue, msg: `This field is required: ${why}.` } : issue;
}
