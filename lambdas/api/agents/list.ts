import { agent } from '../../domain/records/agent.ts';
import { serve } from '../../rest/endpoint.ts';
import { definePagedList } from '../../rest/page-endpoint.ts';

export const listAgents = definePagedList({
  operation: 'listAgents',
  path: '/v1/agents/list',
  summary: 'List agents in reference form',
  kind: 'agent',
  row: agent,
  complete: (row) => ({
    ...row,
    webhook: row.webhook ?? null,
    vector_database: row.vector_database ?? null,
    llm_account_connection: row.llm_account_connection ?? null,
  }),
});

export const handler = serve(listAgents);
