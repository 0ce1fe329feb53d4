import { rehearsal, shownRehearsal } from '../../domain/rehearsals/rehearsal.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getRehearsal as loadRehearsal } from '../../store/rehearsals/rehearsals.ts';

export const getRehearsal = defineEndpoint({
  operation: 'getRehearsal',
  method: 'GET',
  path: '/v1/rehearsals',
  summary: 'Get a rehearsal',
  query: idQuery,
  response: rehearsal,
  tableActions: ['GetItem', 'Query'],
  async run({ userId, query }, { table }) {
    const found = await loadRehearsal(table, { userId, rehearsalId: query.id });
    if (!found) throw notFound('rehearsal');
    return shownRehearsal(found);
  },
});

export const handler = serve(getRehearsal);
