import { agentRelations, agentUpdate, expandedAgent } from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { idQuery } from '../../rest/id-query.ts';
import {
  allCallsWebhooksIn,
  CHECK_ALL_CALLS,
  requireRoomForAllCalls,
} from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { update } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { agentReferences, loadExpandedAgent } from '../../store/records/agents.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { requireOwnAccountAfter } from './model-override.ts';
import { changedRelations } from './new-agent.ts';

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
  tableActions: [...CHECK_ALL_CALLS, ...CREATE_RECORDS],
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS],
  async run({ userId, query: { id }, body, references }, { table, newId, randomBytes }) {
    const given = agentRelations.parse(body);
    const { ids, made } = changedRelations(given, { userId, references, newId, randomBytes });
    await requireOwnAccountAfter(table, { userId, id, changes: body, loc: ['body'] });
    await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(made));
    const agent = await update(table, 'agent', { userId, id, body: { ...body, ...ids }, newRecords: made });
    return loadExpandedAgent(table, agent);
  },
});

export const handler = serve(updateAgent);
