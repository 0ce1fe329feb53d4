import { changesOf } from '../../platform/patch.ts';
import type { Table } from '../../platform/table/table.ts';
import type { CreateContext } from '../../records/store/inline-records.ts';
import type { FoundRecords } from '../../records/store/records.ts';
import type { UpdatePlan } from '../../records/store/update-record.ts';
import { type Agent, agentRelations, agentTuning } from '../model/agent.ts';
import { handoffIds } from '../model/steps.ts';
import { requireHearing, requireLlmConnection, requireOwnAccountAfter } from './new-agent.ts';
import { planRelations } from './plan-relations.ts';
import { checkRequiredTests, type FindTests } from './required-tests.ts';

/** Changes of an agent: an update in its own group or in a number, or a draft. */
export interface AgentChange {
  readonly body: Readonly<Record<string, unknown>>;
  readonly loc: readonly string[];
  readonly createContext: CreateContext;
  /** The scopes of the token; undefined if it may do everything. */
  readonly granted: readonly string[] | undefined;
  readonly findTests: FindTests;
  /** The records to which the agent refers. @default those that are stored */
  readonly there?: FoundRecords;
}

/** The settings that decide whether the vendor can hear the caller. */
const HEARING_FIELDS = ['language', 'languages', 'turn_taking', 'mask_dtmf'];

/** Plans what changes of an agent do to it and to the records to which it refers. Throws if they are invalid. */
export async function planChange(
  table: Table,
  agent: Agent,
  { body, granted, findTests, ...change }: AgentChange,
): Promise<UpdatePlan> {
  const { loc, createContext } = change;
  const { prompt, voice, actions, webhook, vector_database, llm_account_connection, ...settings } =
    changesOf(body);
  const relations = agentRelations.parse(body);
  requireLlmConnection(relations.llm_account_connection, loc, createContext.references);
  requireOwnAccountAfter(agent, body, loc);
  // A stored pair from before the check does not block other changes.
  if (HEARING_FIELDS.some((field) => field in settings))
    requireHearing(agentTuning.parse({ ...agent, ...settings }), loc);
  await checkRequiredTests(table, agent, { settings, granted, findTests, loc });
  const { changes, ...records } = await planRelations(table, { agent, relations, ...change });
  const handoffs =
    'steps' in settings ? { handoff_agents: handoffIds(agentTuning.parse(settings).steps) } : {};
  return { ...records, changes: { ...settings, ...handoffs, ...changes } };
}
