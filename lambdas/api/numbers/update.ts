import type * as z from 'zod/mini';
import { invalidInput } from '../../domain/errors.ts';
import { agentOfUpdateInput, agentUpdate } from '../../domain/records/agent.ts';
import {
  expandedNumber,
  inboundAgentUpdate,
  numberUpdate,
  type StoredNumber,
  takesCalls,
} from '../../domain/records/number.ts';
import { defineEndpoint, type EndpointDependencies, serve } from '../../rest/endpoint.ts';
import { faultsAt } from '../../rest/faults.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { parseInput } from '../../rest/parse-input.ts';
import { phoneQuery, unknownNumber } from '../../rest/phone-query.ts';
import { update } from '../../rest/update-endpoint.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { reconcileFrom } from '../../store/numbers/number-reconciliation.ts';
import { findNumber } from '../../store/numbers/numbers.ts';
import { loadExpandedNumber } from '../../store/numbers/shown-numbers.ts';
import { inlineAgentReferences } from '../../store/records/agents.ts';
import type { Making } from '../../store/records/inline-records.ts';
import type { NewRecord } from '../../store/records/kinds.ts';
import { CHANGE_AGENT, changeAgent } from '../agents/change-agent.ts';
import { newAgent } from '../agents/new-agent.ts';

export const updateNumber = defineEndpoint({
  operation: 'updateNumber',
  method: 'POST',
  path: '/v1/numbers/update',
  summary: 'Update a number',
  query: phoneQuery,
  body: numberUpdate,
  faultsOfBody: faultsOfUrls,
  warningsOfBody: warningsOf,
  response: expandedNumber,
  references: inlineAgentReferences('inbound_agent'),
  tableActions: CHANGE_AGENT,
  variables: [OUTBOUND_ALLOWED_NETWORKS, PLATFORM_MODELS],
  async run({ userId, query, body, references }, { table, now, newId, randomBytes }) {
    const number = await findNumber(table, userId, query.phone_number);
    if (!number) throw unknownNumber();
    const making = { userId, references, newId, randomBytes };
    const { inbound_agent: given, ...settings } = body;
    const agent = await agentOf(inboundAgentUpdate.parse(given), { number, making, table, now });
    const changes = { ...settings, ...(agent && { inbound_agent: agent.id }) };
    const request = { userId, id: number.id, body: changes, newRecords: agent?.records ?? [] };
    const updated = await update(table, 'number', request);
    // Reconciliation updates the vendor within minutes.
    if (takesCalls(updated) !== takesCalls(number)) await reconcileFrom(table, updated, now());
    return loadExpandedNumber(table, updated);
  },
});

export const handler = serve(updateNumber);

/** The location of the agent in the request. */
const LOC = ['body', 'inbound_agent'];

interface AgentContext extends Pick<EndpointDependencies, 'table' | 'now'> {
  readonly number: StoredNumber;
  readonly making: Making;
}

/** The new agent of the number, with the records to store. Returns undefined if the agent stays. */
async function agentOf(
  given: ReturnType<typeof inboundAgentUpdate.parse>,
  { number, making, table, now }: AgentContext,
): Promise<{ readonly id: string | null; readonly records: readonly NewRecord[] } | undefined> {
  if (given === undefined) return undefined;
  if (given === null || typeof given === 'string') return { id: given, records: [] };
  if (number.inbound_agent === null) {
    const settings = requireValid(agentOfUpdateInput, given);
    const { agent, records } = newAgent(settings, LOC, making);
    await requireRoomForAllCalls(table, making.userId, allCallsWebhooksIn(records));
    return { id: agent.id, records };
  }
  const body = requireValid(agentUpdate, given);
  await changeAgent(table, { id: number.inbound_agent, body, loc: LOC, making, now: now() });
  return undefined;
}

function requireValid<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = parseInput(schema, given);
  if (error) throw invalidInput(faultsAt(LOC, error));
  return data;
}
