import { agentUpdate, expandedAgent } from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { agentReferences, loadExpandedAgent } from '../../store/records/agents.ts';
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
