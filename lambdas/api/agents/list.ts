import { agent, listedAgent } from '../../domain/records/agent.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';
import { loadListedAgents } from '../../store/records/shown-agents.ts';

export const listAgents = definePagedList({
  operation: 'listAgents',
  path: '/v1/agents/list',
  summary: 'List agents in reference form',
  kind: 'agent',
  row: listedAgent,
  show: (table, userId, items) =>
    loadListedAgents(
      table,
      userId,
      items.map((item) => agent.parse(item)),
    ),
  showActions: ['BatchGetItem'],
});

export const handler = serve(listAgents);
