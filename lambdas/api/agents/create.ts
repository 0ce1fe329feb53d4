import * as z from 'zod/mini';
import {
  type Agent,
  agentInput,
  agentTuning,
  compactAgent,
  expandedAgent,
  isOlderShape,
  type NewerAgentInput,
  newerAgentInput,
  type OlderAgentInput,
  olderAgentInput,
} from '../../domain/agent.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import type { NewId } from '../../platform/ids.ts';
import { agentReferences, compactOf, expandedOf, llmConnectionId } from '../../store/agents.ts';
import { CREATE_RECORDS, createRecords, type FoundRecords, type NewRecord } from '../../store/records.ts';

export const createAgent = defineEndpoint({
  operation: 'createAgent',
  method: 'POST',
  path: '/v1/agents/create',
  summary: 'Create an agent, in the newer or the older shape; the answer has the same shape',
  body: agentInput,
  selectBody: (json) => (isOlderShape(json) ? olderAgentInput : newerAgentInput),
  response: z.union([expandedAgent, compactAgent]),
  references: agentReferences,
  tableActions: ['BatchGetItem', ...CREATE_RECORDS],
  async run({ userId, body, references }, { table, newId }) {
    const owner = { id: newId(), user_id: userId };
    if (isOlderShape(body)) {
      const { agent, related } = fromOlderShape(body, owner, newId);
      await createRecords(table, [...related, { kind: 'agent', record: agent }]);
      return compactOf(agent, references.with(related));
    }
    const agent = fromNewerShape(body, owner, references);
    await createRecords(table, [{ kind: 'agent', record: agent }]);
    return expandedOf(agent, references);
  },
});

export const handler = serve(createAgent);

type Owner = Pick<Agent, 'id' | 'user_id'>;

function fromNewerShape(body: NewerAgentInput, owner: Owner, references: FoundRecords): Agent {
  const { llm_account_connection: connection, ...rest } = body;
  return { ...rest, ...owner, llm_account_connection: llmConnectionId(connection, references) };
}

/** Makes records of what the older shape gives in place, so that every agent is stored in one form. */
function fromOlderShape(
  body: OlderAgentInput,
  owner: Owner,
  newId: NewId,
): { agent: Agent; related: NewRecord[] } {
  const { user_id } = owner;
  const related: NewRecord[] = [];
  const prompt = { id: newId(), user_id, content: body.prompt };
  related.push({ kind: 'prompt', record: prompt });
  const voice = typeof body.voice === 'string' ? body.voice : newId();
  if (typeof body.voice !== 'string')
    related.push({ kind: 'voice', record: { ...body.voice, id: voice, user_id } });
  const actions = body.actions.map((action) => {
    if (typeof action === 'string') return action;
    const id = newId();
    related.push({ kind: 'action', record: { ...action, id, user_id } });
    return id;
  });
  const settings = agentTuning.parse({ initial_message: body.initial_message });
  return {
    agent: { ...settings, ...owner, prompt: prompt.id, voice, actions, webhook: body.webhook },
    related,
  };
}
