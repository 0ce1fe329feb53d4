import * as z from 'zod/mini';
import { expandedAgent } from '../../domain/records/agent.ts';
import { versionNumber } from '../../domain/records/version-split.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { CREATE_RECORDS } from '../../store/records/records.ts';
import { loadExpandedAgent } from '../../store/records/shown-agents.ts';
import { updatePlanned } from '../../store/records/update-record.ts';
import { planRollback } from './plan-rollback.ts';

export const rollbackAgent = defineEndpoint({
  operation: 'rollbackAgent',
  method: 'POST',
  path: '/v1/agents/rollback',
  summary: 'Restore a version of an agent',
  query: idQuery,
  body: z.lazy(() => z.strictObject({ version: versionNumber })),
  response: expandedAgent,
  tableActions: ['BatchGetItem', 'DeleteItem', 'Query', ...CREATE_RECORDS],
  async run({ userId, grantedScopes: granted, query: { id }, body: { version } }, { table, now }) {
    const updated = await updatePlanned(table, userId, {
      kind: 'agent',
      id,
      plan: (agent) => planRollback(table, agent, { version, granted, at: now() }),
    });
    if (!updated) throw notFound('agent');
    return loadExpandedAgent(table, updated);
  },
});

export const handler = serve(rollbackAgent);
