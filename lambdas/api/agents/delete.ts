import { defineDeletion } from '../../rest/delete-endpoint.ts';
import { serve } from '../../rest/endpoint.ts';
import { loadNotes, versionDeletion } from '../../store/agent-versions/versions.ts';

export const deleteAgent = defineDeletion({
  operation: 'deleteAgent',
  path: '/v1/agents/delete',
  summary: 'Delete an agent',
  kind: 'agent',
  async further(table, userId, agentId) {
    const agent = { userId, agentId };
    return (await loadNotes(table, agent)).map(({ version }) => versionDeletion(table, agent, version));
  },
});

export const handler = serve(deleteAgent);
