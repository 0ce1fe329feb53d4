import { compactAgent } from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRecord } from '../../store/records/records.ts';
import { loadCompactAgent } from '../../store/records/shown-agents.ts';

export const getAgent = defineEndpoint({
  operation: 'getAgent',
  method: 'GET',
  path: '/v1/agents',
  summary: 'Get an agent in compact form',
  query: idQuery,
  response: compactAgent,
  tableActions: ['GetItem', 'BatchGetItem'],
  async run({ userId, query }, { table }) {
    const agent = await getRecord(table, userId, 'agent', query.id);
    if (!agent) throw notFound('agent');
    return loadCompactAgent(table, agent);
  },
});

export const handler = serve(getAgent);
