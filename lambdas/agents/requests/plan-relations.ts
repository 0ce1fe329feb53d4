import { invalidInput } from '../../http/errors.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../http/limits/all-calls-limit.ts';
import type { Table } from '../../platform/table/table.ts';
import { changesNothing, type RecordChange } from '../../records/store/field-changes.ts';
import { type CreateContext, InlineRecords } from '../../records/store/inline-records.ts';
import { FoundRecords, findRecords } from '../../records/store/records.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { prepareWebhookChange } from '../../webhooks/requests/prepare-change.ts';
import type { Agent, AgentRelations } from '../model/agent.ts';
import { planActions } from './plan-actions.ts';
import { planRelation, RELATIONS } from './relations.ts';

interface RelationsUpdate {
  readonly agent: Agent;
  readonly relations: AgentRelations;
  readonly loc: readonly string[];
  readonly createContext: CreateContext;
  readonly now: Date;
}

/**
 * Plans an update of an agent's related records: its references, the new records, and the changes of those that are
 * there. Throws all issues at once.
 */
export async function planRelations(
  table: Table,
  { agent, relations, loc, createContext, now }: RelationsUpdate,
): Promise<UpdatePlan> {
  const inline = new InlineRecords(createContext);
  const there = await recordsThere(table, agent, relations);
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
    others: await prepared(table, [...relationChanges, ...ofActions], { userId: createContext.userId, now }),
  };
}

async function recordsThere(table: Table, agent: Agent, relations: AgentRelations): Promise<FoundRecords> {
  const names = RELATIONS.flatMap(({ field, kind }) => {
    const [value, id] = [relations[field], agent[field]];
    return typeof value === 'object' && value !== null && id ? [{ kind, id }] : [];
  });
  return names.length > 0 ? findRecords(table, agent.user_id, names) : new FoundRecords([]);
}

/** The changes to be stored, without those that change nothing. */
async function prepared(
  table: Table,
  changes: readonly RecordChange[],
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<RecordChange[]> {
  const all = await Promise.all(
    changes.map(async ({ kind, id, changes: body }) =>
      kind === 'webhook'
        ? { kind, id, changes: await prepareWebhookChange(table, { userId, id, body, now }) }
        : { kind, id, changes: body },
    ),
  );
  return all.filter((change) => !changesNothing(change.kind, change.changes));
}
