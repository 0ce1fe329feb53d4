import type * as z from 'zod/mini';
import { agentOfUpdateInput, agentUpdate } from '../../domain/records/agent.ts';
import {
  agentVersionUpdate,
  expandedNumber,
  inboundAgentUpdate,
  numberUpdate,
  type StoredNumber,
  takesCalls,
} from '../../domain/records/number.ts';
import { changesOf } from '../../domain/records/patch.ts';
import { defineEndpoint, type EndpointDependencies, serve } from '../../rest/endpoint.ts';
import { invalidInput } from '../../rest/errors.ts';
import { faultsAt, parseInput } from '../../rest/faults.ts';
import { allCallsWebhooksIn, requireRoomForAllCalls } from '../../rest/limits/all-calls-limit.ts';
import { faultsOfUrls } from '../../rest/outbound-urls.ts';
import { phoneQuery, unknownNumber } from '../../rest/query/id-query.ts';
import { warningsOf } from '../../rest/warnings.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { OUTBOUND_ALLOWED_NETWORKS } from '../../runtime/variables/settings.ts';
import { reconcileFrom } from '../../store/numbers/number-reconciliation.ts';
import { findNumber } from '../../store/numbers/numbers.ts';
import { loadExpandedNumber } from '../../store/numbers/shown-numbers.ts';
import { inlineAgentReferences } from '../../store/records/agent-references.ts';
import type { Making } from '../../store/records/inline-records.ts';
import type { NewRecord } from '../../store/records/kinds.ts';
import { updatePlanned } from '../../store/records/update-record.ts';
import { CHANGE_AGENT, changeAgent } from '../agents/change-agent.ts';
import { newAgent } from '../agents/new-agent.ts';
import { planVersions, throwDropped } from './agent-version.ts';

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
    const { inbound_agent: given, agent_version: version, ...settings } = body;
    const agent = await agentOf(inboundAgentUpdate.parse(given), { number, making, table, now });
    const versions = { given: agentVersionUpdate.parse(version), agent };
    const updated = await updatePlanned(table, userId, {
      kind: 'number',
      id: number.id,
      async plan(known) {
        const named = await planVersions(table, known, versions);
        const changes = { ...changesOf(settings), ...(agent && { inbound_agent: agent.id }), ...named };
        return { changes, newRecords: agent?.records ?? [] };
      },
    }).catch(throwDropped);
    if (!updated) throw unknownNumber();
    // Reconciliation updates the vendor within minutes.
    if (takesCalls(updated) !== takesCalls(number)) await reconcileFrom(table, updated, now());
    return loadExpandedNumber(table, updated);
  },
});

export const handler = serve(updateNumber);

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
