import { compactAgent } from '../../domain/agent.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { notFound } from '../../platform/errors.ts';
import { idQuery } from '../../platform/id-query.ts';
import { loadCompactAgent } from '../../store/agents.ts';
import { getRecord } from '../../store/records.ts';

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
