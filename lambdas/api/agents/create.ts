import * as z from 'zod/mini';
import {
  agentInput,
  agentTuning,
  compactAgent,
  expandedAgent,
  isOlderShape,
  type NewerAgentInput,
  newerAgentInput,
  type OlderAgentInput,
  olderAgentInput,
} from '../../domain/records/agent.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import {
  allCallsWebhooksIn,
  CHECK_ALL_CALLS,
  requireRoomForAllCalls,
} from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { agentReferences } from '../../store/records/agent-references.ts';
import { CREATE_RECORDS, createRecords } from '../../store/records/records.ts';
import { compactOf, expandedOf } from '../../store/records/shown-agents.ts';
import { newAgent } from './new-agent.ts';

export const createAgent = defineEndpoint({
  operation: 'createAgent',
  method: 'POST',
  path: '/v1/agents/create',
  summary: 'Create an agent',
  body: agentInput,
  selectBody: (json) => (isOlderShape(json) ? olderAgentInput : newerAgentInput),
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: z.union([expandedAgent, compactAgent]),
  references: agentReferences,
  tableActions: [...CHECK_ALL_CALLS, ...CREATE_RECORDS],
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS],
  async run({ userId, body, references }, { table, newId, randomBytes }) {
    const making = { userId, references, newId, randomBytes };
    const isOlder = isOlderShape(body);
    const { agent, records } = newAgent(isOlder ? toNewerShape(body) : body, ['body'], making);
    await requireRoomForAllCalls(table, userId, allCallsWebhooksIn(records));
    await createRecords(table, records);
    const known = references.with(records);
    return isOlder ? compactOf(agent, known) : expandedOf(agent, known);
  },
});

export const handler = serve(createAgent);

/** Converts an agent to the newer shape, the only stored one. */
function toNewerShape({
  prompt,
  voice,
  actions,
  webhook,
  initial_message,
}: OlderAgentInput): NewerAgentInput {
  const settings = agentTuning.parse({ initial_message });
  return { ...settings, drafts: false, prompt: { content: prompt }, voice, actions, webhook };
}
