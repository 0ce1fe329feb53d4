import * as z from 'zod/mini';
import { id } from '../../../domain/fields.ts';
import type { Agent } from '../../../domain/records/agent.ts';
import { versionId } from '../../../domain/records/agent-version.ts';
import { defineEndpoint, serve } from '../../../rest/endpoint.ts';
import { ApiError, type Fault } from '../../../rest/errors.ts';
import { withoutOne } from '../../../store/agent-versions/plan-version.ts';
import { getVersion, versionDeletion } from '../../../store/agent-versions/versions.ts';
import { CREATE_RECORDS } from '../../../store/records/records.ts';
import { findReferrers } from '../../../store/records/referrers.ts';
import { type UpdatePlan, updatePlanned } from '../../../store/records/update-record.ts';
import type { Table } from '../../../store/table/table.ts';
import { noSuchVersion, versionQuery } from './version-query.ts';

/** Most numbers that a refusal lists. */
const MAX_NAMED = 10;

export const deleteAgentVersion = defineEndpoint({
  operation: 'deleteAgentVersion',
  method: 'POST',
  path: '/v1/agents/versions/delete',
  summary: 'Delete one version of an agent',
  query: versionQuery,
  response: z.lazy(() => z.object({ id, version: z.int(), deleted: z.literal(true) })),
  tableActions: ['DeleteItem', 'Query', ...CREATE_RECORDS],
  async run({ userId, query: { id: agentId, version } }, { table }) {
    const updated = await updatePlanned(table, userId, {
      kind: 'agent',
      id: agentId,
      plan: (agent) => planDeletion(table, agent, version),
    });
    if (!updated) throw noSuchVersion();
    return { id: agentId, version, deleted: true as const };
  },
});

export const handler = serve(deleteAgentVersion);

/** Plans the deletion, which counts the agent's versions anew. Throws if something names the version. */
async function planDeletion(table: Table, agent: Agent, version: number): Promise<UpdatePlan> {
  const key = { userId: agent.user_id, agentId: agent.id };
  const found = await getVersion(table, key, version);
  const { versions, published } = agent;
  if (!found || !versions) throw noSuchVersion();
  if (published?.some((share) => share.version === version))
    throw inUse([fault('The version is published; publish another one first.')]);
  if (versions.latest === version)
    throw inUse([
      fault('This is the latest version, which is the agent as it is now; update the agent first.'),
    ]);
  const { bytes, referred_to } = found.note;
  if (referred_to > 0) throw inUse(await faultsOfNumbers(table, key.userId, { agent, version, referred_to }));
  const revision = versions.revision + 1;
  return {
    changes: { versions: { ...withoutOne(versions, bytes), revision }, deleted_version: version },
    further: [versionDeletion(table, key, version)],
  };
}

async function faultsOfNumbers(
  table: Table,
  userId: string,
  {
    agent,
    version,
    referred_to,
  }: { readonly agent: Agent; readonly version: number; readonly referred_to: number },
): Promise<Fault[]> {
  const target = { kind: 'agent_version' as const, id: versionId(agent.id, version) };
  const numbers = await findReferrers(table, userId, { target, limit: MAX_NAMED });
  const named = numbers.map(({ id: number }) =>
    fault(`The number ${number} names this version; choose another one for it first.`),
  );
  const rest = fault(`In total, ${referred_to} numbers name this version.`);
  return numbers.length < referred_to ? [...named, rest] : named;
}

const inUse = (faults: readonly Fault[]) => new ApiError('conflict', faults);

const fault = (msg: string): Fault => ({ loc: ['query', 'version'], msg, type: 'still_referenced' });
