import {
  accountConnectionKind,
  type LlmConnection,
  type TelephonyConnection,
  withoutApiKey,
} from '../../account-connections/model/account-connection.ts';
import { actionKind, toCallAction } from '../../actions/model/action.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptKind } from '../../prompts/model/prompt.ts';
import { type FoundRecords, findRecords, getRecord } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import { vectorDatabaseKind } from '../../vector-databases/model/vector-database.ts';
import { voiceKind, withoutCredentials } from '../../voices/model/voice.ts';
import { toEmbeddedWebhook, webhookKind } from '../../webhooks/model/webhook.ts';
import type { Agent, ExpandedAgent, ListedAgent } from '../model/agent.ts';
import { agentKind } from '../model/agent.ts';
import { versionsOf } from '../model/agent-version.ts';
import { type CallAgent, type CompactAgent, toCompactAgent } from '../model/compact-agent.ts';
import { compactReferences } from './agent-references.ts';

export async function loadExpandedAgent(table: Table, agent: Agent): Promise<ExpandedAgent> {
  return expandedOf(agent, await findRecords(table, agent.user_id, targetsOf(agentKind, agent)));
}

export async function loadCompactAgent(table: Table, agent: Agent): Promise<CompactAgent> {
  return compactOf(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** The compact agent from its related records, with its voice as the voice's own group shows it. */
export function compactOf(agent: Agent, records: FoundRecords): CompactAgent {
  const related = relatedOf(agent, records);
  return toCompactAgent({ ...callAgentOf(agent, related), voice: related.voice });
}

/** The records that every agent has. Throws if one was not found, because the stored data is then inconsistent. */
export const relatedOf = (agent: Agent, records: FoundRecords) => ({
  prompt: records.require(promptKind, agent.prompt),
  voice: records.require(voiceKind, agent.voice),
  actions: agent.actions.map((id) => records.require(actionKind, id)),
  webhook: agent.webhook ? records.require(webhookKind, agent.webhook) : null,
});

/** The agent of a snapshot, without the credentials of its voice. */
export const callAgentOf = (
  { id, user_id, initial_message }: Pick<Agent, 'id' | 'user_id' | 'initial_message'>,
  { prompt, voice, actions, webhook }: ReturnType<typeof relatedOf>,
): CallAgent => ({
  id,
  user_id,
  prompt: prompt.content,
  actions: actions.map(toCallAction),
  voice: withoutCredentials(voice),
  initial_message,
  webhook: webhook && toEmbeddedWebhook(webhook),
});

export function expandedOf(agent: Agent, records: FoundRecords): ExpandedAgent {
  const connection = agent.llm_account_connection
    ? records.require(accountConnectionKind, agent.llm_account_connection)
    : null;
  return {
    ...agent,
    ...relatedOf(agent, records),
    vector_database: agent.vector_database
      ? records.require(vectorDatabaseKind, agent.vector_database)
      : null,
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
  const connections = agents.flatMap(({ llm_account_connection }) =>
    targetsOf(agentKind, { llm_account_connection }),
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

/** The connection, unless it and its agent were deleted meanwhile. */
function listedConnection(
  { llm_account_connection: id }: Agent,
  records: FoundRecords,
): LlmConnection | null {
  const connection = id ? records.get(accountConnectionKind, id) : undefined;
  return connection?.type === 'account_connection_llm' ? withoutApiKey(connection) : null;
}

/** The user's own telephony account of a call or a number; null if it has none, or if it was deleted. */
export async function connectionOf(
  table: Table,
  {
    user_id,
    telephony_account_connection: id,
  }: { readonly user_id: string; readonly telephony_account_connection: string | null },
): Promise<TelephonyConnection | null> {
  const connection = id ? await getRecord(table, user_id, accountConnectionKind, id) : undefined;
  return connection?.type === 'account_connection_telephony' ? connection : null;
}
