import { toCallAction } from '../../domain/records/action.ts';
import {
  type Agent,
  type CallAgent,
  type CompactAgent,
  type ExpandedAgent,
  toCompactAgent,
} from '../../domain/records/agent.ts';
import { withoutCredentials } from '../../domain/records/voice.ts';
import { toEmbeddedWebhook } from '../../domain/records/webhook.ts';
import type { Table } from '../table/table.ts';
import type { ConfigurationKind, RecordKey } from './kinds.ts';
import { type FoundRecords, findRecords } from './records.ts';
import { REFERENCE_FIELDS } from './reference-fields.ts';

/** The fields of an agent that name other records of its user, also those of a prompt that is given in place. */
export const agentReferences: Readonly<Record<string, ConfigurationKind>> = {
  ...Object.fromEntries(
    REFERENCE_FIELDS.filter(({ kind }) => kind === 'agent').map(({ field, target }) => [field, target]),
  ),
  'prompt.prompt_template': 'prompt_template',
};

/** What a field refers to that takes an agent by its id, or the settings of one in place. */
export const inlineAgentReferences = (field: string): Readonly<Record<string, ConfigurationKind>> => ({
  [field]: 'agent',
  ...Object.fromEntries(Object.entries(agentReferences).map(([inner, kind]) => [`${field}.${inner}`, kind])),
});

/** The agent with the records it refers to in full, in one request for all of them. */
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

/** The agent in the form that calls and numbers show, in one request for all that it refers to. */
export async function loadCompactAgent(table: Table, agent: Agent): Promise<CompactAgent> {
  return toCompactAgent(await loadCallAgent(table, agent));
}

/** The agent in compact form, made of the records it refers to, without the credentials that they have. */
export function compactOf(agent: Agent, records: FoundRecords): CompactAgent {
  return toCompactAgent(callAgentOf(agent, records));
}

/** The agent in the form that calls keep, in one request for all that it refers to. */
export async function loadCallAgent(table: Table, agent: Agent): Promise<CallAgent> {
  return callAgentOf(agent, await findRecords(table, agent.user_id, compactReferences(agent)));
}

/** The agent in the form that calls keep, made of the records it refers to. */
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

/** The agent with the records it refers to in full. */
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
  };
}

/** What the compact form of an agent is made of. */
export function compactReferences({ prompt, voice, webhook, actions }: Agent): RecordKey[] {
  return [
    { kind: 'prompt', id: prompt },
    { kind: 'voice', id: voice },
    ...(webhook ? [{ kind: 'webhook' as const, id: webhook }] : []),
    ...actions.map((id) => ({ kind: 'action' as const, id })),
  ];
}
