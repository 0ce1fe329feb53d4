import * as z from 'zod/mini';
import { type Agent, expandedAgent } from '../../domain/records/agent.ts';
import { digestOf } from '../../domain/records/version-digest.ts';
import {
  onlyVersion,
  splitOf,
  type VersionChoice,
  versionChoice,
} from '../../domain/records/version-split.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { loadContent } from '../../store/agent-versions/content.ts';
import { withPublished } from '../../store/agent-versions/update-plan.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { loadExpandedAgent } from '../../store/records/shown-agents.ts';
import { type UpdatePlan, updatePlanned } from '../../store/records/update-record.ts';
import type { Table } from '../../store/table/table.ts';
import { requireVersions, throwNoVersion } from './version-faults.ts';

export const publishAgent = defineEndpoint({
  operation: 'publishAgent',
  method: 'POST',
  path: '/v1/agents/publish',
  summary: 'Publish an agent or versions of it',
  query: idQuery,
  body: z.lazy(() => z.strictObject({ version: z.optional(z.nullable(versionChoice)) })),
  bodyIsOptional: true,
  response: expandedAgent,
  tableActions: ['BatchGetItem', 'DeleteItem', 'Query', ...CREATE_RECORDS],
  async run({ userId, query: { id }, body }, { table, now }) {
    const { version } = body;
    const plan = (agent: Agent) =>
      version ? planSplit(table, agent, version) : planPresent(table, agent, now());
    const updated = await updatePlanned(table, userId, { kind: 'agent', id, plan });
    if (!updated) throw notFound('agent');
    return loadExpandedAgent(table, updated);
  },
});

export const handler = serve(publishAgent);

/** Publishes versions that exist, and whose records do. */
async function planSplit(table: Table, agent: Agent, choice: VersionChoice): Promise<UpdatePlan> {
  const published = splitOf(choice);
  await requireVersions(table, agent, { choice, loc: ['body', 'version'] });
  return withPublished(table, agent, { plan: { changes: {} }, made: [], published });
}

/** Publishes the agent as it is: the latest version, or a new one if a related record was changed since. */
async function planPresent(table: Table, agent: Agent, at: Date): Promise<UpdatePlan> {
  const content = await loadContent(table, agent);
  const isNew = digestOf(content) !== agent.versions?.digest;
  const made = isNew ? [{ content, at, origin: 'related_record_changed' as const }] : [];
  const latest = (agent.versions?.latest ?? 0) + made.length;
  const published = agent.drafts ? onlyVersion(latest) : null;
  return withPublished(table, agent, { plan: { changes: {} }, made, published }).catch(
    throwNoVersion(['query', 'id']),
  );
}
