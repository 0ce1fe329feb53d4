import { notFound } from '../../domain/errors.ts';
import { compactAgent } from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { loadCompactAgent } from '../../store/records/agents.ts';
import { getRecord } from '../../store/records/records.ts';

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
