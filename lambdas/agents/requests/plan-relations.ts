import type * as z from 'zod/mini';
import {
  accountConnectionKind,
  llmConnectionInput,
  llmConnectionUpdate,
} from '../../account-connections/model/account-connection.ts';
import { actionInput, actionKind, actionPatches } from '../../actions/model/action.ts';
import { addAction } from '../../actions/store/add-action.ts';
import { type Issue, invalidInput } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { issueOfType } from '../../http/record-endpoints.ts';
import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptChange, promptKind, promptRelations, wholePromptInput } from '../../prompts/model/prompt.ts';
import { addPrompt, addTemplate } from '../../prompts/store/add-prompt.ts';
import type { Kind } from '../../records/model/kind.ts';
import { changesNothing, type RecordChange } from '../../records/store/field-changes.ts';
import { type CreateContext, InlineRecords } from '../../records/store/inline-records.ts';
import { FoundRecords, findRecords } from '../../records/store/records.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import {
  vectorDatabaseInput,
  vectorDatabaseKind,
  vectorDatabaseUpdate,
} from '../../vector-databases/model/vector-database.ts';
import { voiceInput, voiceKind, voicePatches } from '../../voices/model/voice.ts';
import { webhookInput, webhookKind, webhookUpdate } from '../../webhooks/model/webhook.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../webhooks/requests/prepare-change.ts';
import { addWebhook } from '../../webhooks/store/webhooks.ts';
import type { Agent, AgentRelations } from '../model/agent.ts';

type Fields = Readonly<Record<string, unknown>>;

type Patch = z.ZodMiniType<Record<string, unknown>>;

interface Relation {
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
const RELATIONS: readonly Relation[] = [
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

interface RelationsUpdate {
  readonly agent: Agent;
  readonly relations: AgentRelations;
  readonly loc: readonly string[];
  readonly createContext: CreateContext;
  /** The records to which the agent refers. @default those that are stored */
  readonly there?: FoundRecords;
}

/** Plans an update of an agent's references, and of the records to which they lead. Throws all issues at once. */
export async function planRelations(
  table: Table,
  { agent, relations, loc, createContext, ...given }: RelationsUpdate,
): Promise<UpdatePlan> {
  const inline = new InlineRecords(createContext);
  const there = given.there ?? (await recordsThere(table, agent, relations));
  const plans = RELATIONS.flatMap((relation) => {
    const value = relations[relation.field];
    return value === undefined ? [] : [planRelation(relation, { value, agent, there, loc, inline })];
  });
  const { references } = createContext;
  const actions =
    relations.actions && planActions(relations.actions, { loc: [...loc, 'actions'], inline, references });
  const issues = [
    ...plans.flatMap((plan) => ('issues' in plan ? plan.issues : [])),
    ...(actions && 'issues' in actions ? actions.issues : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  const relationChanges = plans.flatMap((plan) => ('change' in plan ? [plan.change] : []));
  const { ids, changes: ofActions } = actions && 'ids' in actions ? actions : { ids: undefined, changes: [] };
  await requireRoomForAllCalls(table, createContext.userId, allCallsWebhooksIn(inline.made));
  return {
    changes: Object.assign(
      {},
      ...plans.map((plan) => ('reference' in plan ? plan.reference : {})),
      ids && { actions: ids },
    ),
    newRecords: inline.made,
    others: [...relationChanges, ...ofActions].filter(({ kind, changes }) => !changesNothing(kind, changes)),
  };
}

/** How an update treats a related record: refers to it, changes it, or fails. */
type RelationPlan =
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

/** Plans an update of one relation. Without a record of the same `type`, the changes must make a complete one. */
function planRelation(
  { field, kind, name, patchFor, make, stored = (changes) => changes }: Relation,
  { value, agent, there, loc, inline }: GivenRelation,
): RelationPlan {
  if (value === null || typeof value === 'string') return { reference: { [field]: value } };
  const at = [...loc, field];
  const id = agent[field];
  const record = id ? there.require(kind, id) : undefined;
  const type = record && 'type' in record ? String(record.type) : '';
  const patch = record && (value.type ?? type) === type ? patchFor(type) : undefined;
  if (record && patch) {
    const { data, error } = parseInput(patch, value);
    if (error) return { issues: issuesAt(at, error) };
    return { change: { kind, id: record.id, changes: stored(changesOf(data), inline) } };
  }
  const made = make(value, inline);
  if (typeof made === 'string') return { reference: { [field]: made } };
  const why = record ? `the type changes from ${type}` : `the agent has no ${name} yet`;
  return { issues: issuesAt(at, made).map((issue) => withReason(issue, `${why}, so give a whole ${name}`)) };
}

/** Adds why a field is required that other updates may leave out. */
function withReason(issue: Issue, why: string): Issue {
  return issue.type === 'missing' ? { ...issue, msg: `This field is required: ${why}.` } : issue;
}

async function recordsThere(table: Table, agent: Agent, relations: AgentRelations): Promise<FoundRecords> {
  const names = RELATIONS.flatMap(({ field, kind }) => {
    const [value, id] = [relations[field], agent[field]];
    return typeof value === 'object' && value !== null && id ? [{ kind, id }] : [];
  });
  return names.length > 0 ? findRecords(table, agent.user_id, names) : new FoundRecords([]);
}

/** An action of an update: its id, and its changes if it exists; or its issues. */
type ActionPlan = { readonly id: string; readonly changes?: Fields } | { readonly issues: readonly Issue[] };

interface Actions {
  readonly inline: InlineRecords;
  /** The existing actions to which the request refers. */
  readonly references: FoundRecords;
}

/** The actions of an update, by id, with the changes to existing ones; or their issues. */
function planActions(
  values: readonly (string | Fields)[],
  { loc, ...actions }: Actions & { readonly loc: readonly string[] },
):
  | { readonly ids: readonly string[]; readonly changes: readonly RecordChange[] }
  | { readonly issues: readonly Issue[] } {
  const plans = values.map((value, index) => planAction(value, { ...actions, loc: [...loc, String(index)] }));
  const issues = plans.flatMap((plan) => ('issues' in plan ? plan.issues : []));
  if (issues.length > 0) return { issues };
  const existing = plans.flatMap((plan) => ('id' in plan ? [plan] : []));
  const changes = new Map<string, Fields>();
  for (const { id, changes: next } of existing) {
    if (next) changes.set(id, mergedChanges(changes.get(id), next));
  }
  return {
    ids: existing.map(({ id }) => id),
    changes: [...changes].map(([id, fields]) => ({ kind: actionKind, id, changes: fields })),
  };
}

/** An object with an `id` changes that action; one without is a new action. */
function planAction(
  value: string | Fields,
  { inline, references, loc }: Actions & { readonly loc: readonly string[] },
): ActionPlan {
  if (typeof value === 'string') return { id: value };
  if (typeof value.id !== 'string') {
    const { data, error } = parseInput(actionInput, value);
    return error ? { issues: issuesAt(loc, error) } : { id: addAction(inline, data) };
  }
  const { id, type } = references.require(actionKind, value.id);
  if ((value.type ?? type) !== type) return { issues: [issueOfType(type, loc)] };
  const { data, error } = parseInput(actionPatches[type], value);
  return error ? { issues: issuesAt(loc, error) } : { id, changes: changesOf(data) };
}

/** The changes of an action that is in the list more than once. */
function mergedChanges(first: Fields | undefined, next: Fields): Fields {
  if (!first?.config || !next.config) return { ...first, ...next };
  return { ...first, ...next, config: { ...Object(first.config), ...Object(next.config) } };
}
