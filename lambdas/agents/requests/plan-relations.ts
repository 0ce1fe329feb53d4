import { type Issue, invalidInput } from '../../http/errors.ts';
import { issuesAt, parseInput } from '../../http/issues.ts';
import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import { changesNothing, type RecordChange } from '../../records/store/field-changes.ts';
import { type CreateContext, InlineRecords } from '../../records/store/inline-records.ts';
import { FoundRecords, findRecords } from '../../records/store/records.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../webhooks/requests/prepare-change.ts';
import type { Agent, AgentRelations } from '../model/agent.ts';
import { planActions } from './plan-actions.ts';
import { type Fields, RELATIONS, type Relation } from './relations.ts';

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
