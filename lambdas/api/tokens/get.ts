import { shownToken, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { getToken as get } from '../../store/records/tokens.ts';

export const getToken = defineEndpoint({
  operation: 'getToken',
  method: 'GET',
  path: '/v1/tokens',
  summary: 'Get an access token without its text',
  query: idQuery,
  response: shownToken,
  tableActions: ['GetItem'],
  async run({ userId, query }, { table }) {
    const token = await get(table, userId, query.id);
    if (!token) throw notFound('token');
    return toShownToken(token);
  },
});

export const handler = serve(getToken);
