import { notFound } from '../../http/errors.ts';
import { CHECK_ALL_CALLS } from '../../http/limits/all-calls-limit.ts';
import { repeatable } from '../../platform/ids.ts';
import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import type { CreateContext } from '../../records/store/inline-records.ts';
import { CREATE_RECORDS } from '../../records/store/records.ts';
import { updatePlanned } from '../../records/store/update-record.ts';
import { type Agent, agentRelations, agentTuning } from '../model/agent.ts';
import { withVersion } from '../store/update-plan.ts';
import { requireOwnAccountAfter } from './model-override.ts';
import { requireHearing, requireLlmConnection } from './new-agent.ts';
import { planRelations } from './plan-relations.ts';
import { throwNoVersion } from './version-issues.ts';

/** An update of an agent, in its own group or in a number. */
interface AgentChange {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly loc: readonly string[];
  readonly createContext: CreateContext;
  readonly now: Date;
}

/** The settings that decide whether the vendor can hear the caller. */
const DECIDE_HEARING = ['language', 'languages', 'turn_taking'];

export const CHANGE_AGENT = [
  'BatchGetItem',
  'DeleteItem',
  'Query',
  ...CHECK_ALL_CALLS,
  ...CREATE_RECORDS,
] as const;

/**
 * Changes an agent and, in the same transaction, the records to which it refers. What the body does not name stays.
 * Throws if the agent does not exist, or if a related record would be incomplete.
 */
export async function changeAgent(table: Table, change: AgentChange): Promise<Agent> {
  const { id, body, loc, createContext, now } = change;
  const { userId, references } = createContext;
  const { prompt, voice, actions, webhook, vector_database, llm_account_connection, ...settings } =
    changesOf(body);
  const relations = agentRelations.parse(body);
  requireLlmConnection(relations.llm_account_connection, loc, references);
  await requireOwnAccountAfter(table, { userId, id, changes: body, loc });
  const again = repeatable(createContext);
  const updated = await updatePlanned(table, userId, {
    kind: 'agent',
    id,
    async plan(agent) {
      // A stored pair from before it was refused does not hinder other changes.
      if (DECIDE_HEARING.some((field) => field in settings))
        requireHearing(agentTuning.parse({ ...agent, ...settings }), loc);
      const related = { agent, relations, loc, createContext: { ...createContext, ...again() }, now };
      const { changes, ...records } = await planRelations(table, related);
      const plan = { ...records, changes: { ...settings, ...changes } };
      return withVersion(table, agent, plan, { at: now, origin: 'updated' }).catch(throwNoVersion(loc));
    },
  });
  if (!updated) throw notFound('agent');
  return updated;
}
