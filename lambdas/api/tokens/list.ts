import * as z from 'zod/mini';
import { shownToken, tokensToShow, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { listTokens as list } from '../../store/records/tokens.ts';

export const listTokens = defineEndpoint({
  operation: 'listTokens',
  method: 'GET',
  path: '/v1/tokens/list',
  summary: 'List access tokens',
  response: z.lazy(() => z.array(shownToken)),
  tableActions: ['Query'],
  async run({ userId }, { table, now }) {
    return tokensToShow(await list(table, userId), now()).map(toShownToken);
  },
});

export const handler = serve(listTokens);
