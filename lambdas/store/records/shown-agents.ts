import { type LlmConnection, withoutApiKey } from '../../domain/records/account-connection.ts';
import { toCallAction } from '../../domain/records/action.ts';
import {
  type Agent,
  type CallAgent,
  type CompactAgent,
  type ExpandedAgent,
  type ListedAgent,
  toCompactAgent,
  versionsOf,
} from '../../domain/records/agent.ts';
import { withoutCredentials } from '../../domain/records/voice.ts';
import { toEmbeddedWebhook } from '../../domain/records/webhook.ts';
import type { Table } from '../table/table.ts';
import { compactReferences } from './agent-references.ts';
import type { RecordKey } from './kinds.ts';
import { type FoundRecords, findRecords } from './records.ts';

export async function loadExpandedAgent(table: Table, agent: Agent): Promise<ExpandedAgent> {
  const further: RecordKey[] = [];
  if (agent.vector_database) further.push({ kind: 'vector_database', id: agent.vector_database });
  if (agent.llm_account_connection)
    further.push({ kind: 'account_connection', id: agent.llm_account_connection });
  return expandedOf(
    agent,
    await findRecords(table, agent.user_id, [...compactReferences(agent), ...further]),
  );
}

export async function loadCompactAgent(table: Table, agent: Agent): Promise<CompactAgent> {
  return compactOf(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** The compact agent from its related records, with its voice as the voice's own group shows it. */
export function compactOf(agent: Agent, records: FoundRecords): CompactAgent {
  const voice = records.require('voice', agent.voice);
  return toCompactAgent({ ...callAgentOf(agent, records), voice });
}

/** The agent of a snapshot from its related records, without the credentials of its voice. */
export function callAgentOf(agent: Agent, records: FoundRecords): CallAgent {
  return {
    id: agent.id,
    user_id: agent.user_id,
    prompt: records.require('prompt', agent.prompt).content,
    actions: agent.actions.map((id) => toCallAction(records.require('action', id))),
    voice: withoutCredentials(records.require('voice', agent.voice)),
    initial_message: agent.initial_message,
    webhook: agent.webhook ? toEmbeddedWebhook(records.require('webhook', agent.webhook)) : null,
  };
}

export function expandedOf(agent: Agent, records: FoundRecords): ExpandedAgent {
  const connection = agent.llm_account_connection
    ? records.require('account_connection', agent.llm_account_connection)
    : null;
  return {
    ...agent,
    prompt: records.require('prompt', agent.prompt),
    voice: records.require('voice', agent.voice),
    actions: agent.actions.map((id) => records.require('action', id)),
    webhook: agent.webhook ? records.require('webhook', agent.webhook) : null,
    vector_database: agent.vector_database ? records.require('vector_database', agent.vector_database) : null,
    llm_account_connection: connection?.type === 'account_connection_llm' ? connection : null,
    ...versionsOf(agent),
  };
}

/** Agents as lists show them: their language-model accounts inline, in one request, or none if no agent has any. */
export async function loadListedAgents(
  table: Table,
  userId: string,
  agents: readonly Agent[],
): Promise<ListedAgent[]> {
  const connections = agents.flatMap(({ llm_account_connection: id }) =>
    id ? [{ kind: 'account_connection' as const, id }] : [],
  );
  const records = await findRecords(table, userId, connections);
  return agents.map((agent) => ({
    ...agent,
    webhook: agent.webhook ?? null,
    vector_database: agent.vector_database ?? null,
    llm_account_connection: listedConnection(agent, records),
    ...versionsOf(agent),
  }));
}

function listedConnection(
  { llm_account_connection: id }: Agent,
  records: FoundRecords,
): LlmConnection | null {
  const connection = id ? records.get('account_connection', id) : undefined;
  return connection?.type === 'account_connection_llm' ? withoutApiKey(connection) : null;
}
