import { shownToken, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { notFound } from '../../rest/errors.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { CHANGE_TOKENS, revokeToken as revoke } from '../../store/records/tokens.ts';

export const revokeToken = defineEndpoint({
  operation: 'revokeToken',
  method: 'POST',
  path: '/v1/tokens/revoke',
  summary: 'Revoke an access token',
  query: idQuery,
  response: shownToken,
  tableActions: CHANGE_TOKENS,
  async run({ userId, query }, { table }) {
    const revoked = await revoke(table, userId, query.id);
    if (!revoked) throw notFound('token');
    return toShownToken(revoked);
  },
});

export const handler = serve(revokeToken);
