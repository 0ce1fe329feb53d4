import type { StoredCall } from '../../domain/calls/call.ts';
import { type Agent, toAgentSettings } from '../../domain/records/agent.ts';
import { callAgentOf, compactReferences } from '../records/agents.ts';
import { type FoundRecords, findRecords } from '../records/records.ts';
import type { Table } from '../table/table.ts';

/** The snapshot of the agent in a call. */
export type CallSnapshot = Pick<StoredCall, 'agent' | 'settings' | 'context_source'>;

/** Takes the snapshot of an agent, with one request for all related records. */
export async function takeSnapshot(table: Table, agent: Agent): Promise<CallSnapshot> {
  return snapshotFrom(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** Builds the snapshot from an agent and its related records. */
export function snapshotFrom(agent: Agent, records: FoundRecords): CallSnapshot {
  const { context_endpoint, prompt_template, collect_fields } = records.require('prompt', agent.prompt);
  return {
    agent: callAgentOf(agent, records),
    settings: { ...toAgentSettings(agent), ...(collect_fields && { collect_fields }) },
    context_source: {
      endpoint: agent.context_endpoint ?? context_endpoint ?? null,
      required_keys: prompt_template?.required_context_keys ?? [],
    },
  };
}
