import * as z from 'zod/mini';
import { id, integerBetween } from '../../../domain/fields.ts';
import { listedVersion } from '../../../domain/records/agent-version.ts';
import { defineEndpoint, serve } from '../../../rest/endpoint.ts';
import { notFound } from '../../../rest/errors.ts';
import { pageOf } from '../../../rest/page-endpoint.ts';
import { booleanFromText, numberFromText } from '../../../rest/query/query-values.ts';
import { loadNotes } from '../../../store/agent-versions/versions.ts';
import { getRecord } from '../../../store/records/records.ts';
import { toListedVersion } from './version-query.ts';

export const listAgentVersions = defineEndpoint({
  operation: 'listAgentVersions',
  method: 'GET',
  path: '/v1/agents/versions',
  summary: 'List the versions of an agent',
  query: z.lazy(() =>
    z.strictObject({
      id,
      page: z._default(z.pipe(numberFromText, integerBetween(1, 1_000_000_000)), 1),
      size: z._default(z.pipe(numberFromText, integerBetween(1, 100)), 10),
      sort_desc: z._default(z.pipe(booleanFromText, z.boolean()), true),
    }),
  ),
  response: z.lazy(() => pageOf(listedVersion)),
  tableActions: ['GetItem', 'Query'],
  async run({ userId, query: { id: agentId, page, size, sort_desc } }, { table }) {
    const [agent, notes] = await Promise.all([
      getRecord(table, userId, 'agent', agentId),
      loadNotes(table, { userId, agentId }),
    ]);
    if (!agent) throw notFound('agent');
    const sorted = sort_desc ? notes.toReversed() : notes;
    const items = sorted.slice((page - 1) * size, page * size);
    return {
      items: items.map((note) => toListedVersion(agent, note)),
      page,
      size,
      has_more: page * size < notes.length,
      total: notes.length,
      total_is_estimated: false,
    };
  },
});

export const handler = serve(listAgentVersions);
