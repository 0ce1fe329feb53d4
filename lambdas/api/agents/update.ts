import { agentShape, expandedAgent } from '../../domain/agent.ts';
import { patchOf } from '../../domain/patch.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { idQuery } from '../../platform/id-query.ts';
import { update } from '../../platform/update-endpoint.ts';
import { agentReferences, llmConnectionId, loadExpandedAgent } from '../../store/agents.ts';

export const updateAgent = defineEndpoint({
  operation: 'updateAgent',
  method: 'POST',
  path: '/v1/agents/update',
  summary: 'Update an agent: a field that is left out stays as it is, and null clears an optional one',
  query: idQuery,
  body: patchOf(agentShape),
  response: expandedAgent,
  references: agentReferences,
  tableActions: ['GetItem', 'BatchGetItem', 'UpdateItem'],
  async run({ userId, query, body, references }, { table }) {
    const { llm_account_connection: connection, ...rest } = body;
    const changes =
      connection === undefined
        ? rest
        : { ...rest, llm_account_connection: llmConnectionId(connection, references) };
    return loadExpandedAgent(table, await update(table, 'agent', { userId, id: query.id, body: changes }));
  },
});

export const handler = serve(updateAgent);
