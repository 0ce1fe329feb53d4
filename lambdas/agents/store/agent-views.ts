import {
  type LlmConnection,
  type TelephonyConnection,
  withoutApiKey,
} from '../../account-connections/model/account-connection.ts';
import { action, toCallAction } from '../../actions/model/action.ts';
import { withoutPrompt } from '../../calls/model/call.ts';
import type { CallWithSnapshot } from '../../calls/model/snapshot.ts';
import type { Table } from '../../platform/table/table.ts';
import { type FoundRecords, findRecords, getRecord } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import { withoutCredentials } from '../../voices/model/voice.ts';
import { toEmbeddedWebhook } from '../../webhooks/model/webhook.ts';
import type { Agent, CalledAgent, ExpandedAgent, ListedAgent } from '../model/agent.ts';
import { versionsOf } from '../model/agent-version.ts';
import { type CallAgent, type CompactAgent, toCompactAgent } from '../model/compact-agent.ts';
import { compactReferences } from './agent-references.ts';

export async function loadAgentView(
  table: Table,
  agent: Agent,
  { inFull }: { readonly inFull: boolean },
): Promise<CompactAgent | ExpandedAgent> {
  return inFull ? loadExpandedAgent(table, agent) : loadCompactAgent(table, agent);
}

export async function loadExpandedAgent(table: Table, agent: Agent): Promise<ExpandedAgent> {
  return expandedOf(agent, await findRecords(table, agent.user_id, targetsOf('agent', agent)));
}

export async function loadCompactAgent(table: Table, agent: Agent): Promise<CompactAgent> {
  return compactOf(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** The compact agent from its related records, with its voice as the voice's own group shows it. */
export function compactOf(agent: Agent, records: FoundRecords): CompactAgent {
  const related = relatedOf(agent, records);
  return toCompactAgent({ ...callAgentOf(agent, related), voice: related.voice });
}

/** The records that an agent cannot lack. Throws if one was not found: the stored data is broken. */
export const relatedOf = (agent: Agent, records: FoundRecords) => ({
  prompt: records.require('prompt', agent.prompt),
  voice: records.require('voice', agent.voice),
  actions: agent.actions.map((id) => records.require('action', id)),
  webhook: agent.webhook ? records.require('webhook', agent.webhook) : null,
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
    ? records.require('account_connection', agent.llm_account_connection)
    : null;
  return {
    ...agent,
    ...relatedOf(agent, records),
    vector_database: agent.vector_database ? records.require('vector_database', agent.vector_database) : null,
    llm_account_connection: connection?.type === 'account_connection_llm' ? connection : null,
    ...versionsOf(agent),
  };
}

/** The agent of a call in full, in one request. What was deleted since is null. */
export async function loadCalledAgent(
  table: Table,
  { settings, prompt, context_source, agent_version = 0, hipaa_compliant, ...call }: CallWithSnapshot,
): Promise<CalledAgent> {
  const agent = hipaa_compliant ? withoutPrompt(call.agent) : call.agent;
  const { user_id, webhook, actions } = agent;
  const {
    vector_database: database,
    llm_account_connection: connection,
    collect_fields,
    ...tuning
  } = settings;
  const related = { webhook: webhook?.id, vector_database: database, llm_account_connection: connection };
  const records = await findRecords(table, user_id, targetsOf('agent', related));
  const account = connection ? records.get('account_connection', connection) : undefined;
  return {
    ...tuning,
    ...agent,
    context_endpoint: context_source?.endpoint ?? null,
    prompt: { id: agent.id, user_id, ...prompt, content: agent.prompt, collect_fields },
    // A stored action may lack its trigger, which has a default.
    actions: actions.map((each) => action.parse(each)),
    webhook: (webhook && records.get('webhook', webhook.id)) ?? null,
    vector_database: (database ? records.get('vector_database', database) : undefined) ?? null,
    llm_account_connection: account?.type === 'account_connection_llm' ? account : null,
    version: agent_version,
  };
}

/** Agents as lists show them: their language-model accounts inline, in one request, or none if no agent has any. */
export async function loadListedAgents(
  table: Table,
  userId: string,
  agents: readonly Agent[],
): Promise<ListedAgent[]> {
  const connections = agents.flatMap(({ llm_account_connection }) =>
    targetsOf('agent', { llm_account_connection }),
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
  const connection = id ? records.get('account_connection', id) : undefined;
  return connection?.type === 'account_connection_llm' ? withoutApiKey(connection) : null;
}

/** The user's own telephony account of a call or a number; null if there is none, or it was deleted. */
export async function connectionOf(
  table: Table,
  {
    user_id,
    telephony_account_connection: id,
  }: { readonly user_id: string; readonly telephony_account_connection: string | null },
): Promise<TelephonyConnection | null> {
  const connection = id ? await getRecord(table, user_id, 'account_connection', id) : undefined;
  return connection?.type === 'account_connection_telephony' ? connection : null;
}
