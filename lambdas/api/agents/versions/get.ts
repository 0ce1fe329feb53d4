import { shownVersion } from '../../../domain/records/agent-version.ts';
import { defineEndpoint, serve } from '../../../rest/endpoint.ts';
import { getVersion } from '../../../store/agent-versions/versions.ts';
import { getRecord } from '../../../store/records/records.ts';
import { noSuchVersion, toListedVersion, versionQuery } from './version-query.ts';

export const getAgentVersion = defineEndpoint({
  operation: 'getAgentVersion',
  method: 'GET',
  path: '/v1/agents/version',
  summary: 'Get one version of an agent',
  query: versionQuery,
  response: shownVersion,
  tableActions: ['GetItem'],
  async run({ userId, query: { id: agentId, version } }, { table }) {
    const [agent, found] = await Promise.all([
      getRecord(table, userId, 'agent', agentId),
      getVersion(table, { userId, agentId }, version),
    ]);
    if (!agent || !found) throw noSuchVersion();
    const { agent: own, ...related } = found.content;
    return { ...toListedVersion(agent, found.note), content: { ...own, ...related } };
  },
});

export const handler = serve(getAgentVersion);
