import { agentUpdate, expandedAgent } from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { agentReferences } from '../../store/records/agent-references.ts';
import { loadExpandedAgent } from '../../store/records/shown-agents.ts';
import { CHANGE_AGENT, changeAgent } from './change-agent.ts';

export const updateAgent = defineEndpoint({
  operation: 'updateAgent',
  method: 'POST',
  path: '/v1/agents/update',
  summary: 'Update an agent',
  query: idQuery,
  body: agentUpdate,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: expandedAgent,
  references: agentReferences,
  tableActions: CHANGE_AGENT,
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS],
  async run({ userId, query: { id }, body, references }, { table, now, newId, randomBytes }) {
    const making = { userId, references, newId, randomBytes };
    return loadExpandedAgent(
      table,
      await changeAgent(table, { id, body, loc: ['body'], making, now: now() }),
    );
  },
});

export const handler = serve(updateAgent);
