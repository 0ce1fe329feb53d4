import { CURRENT_SESSION_PATH } from '../../domain/tokens/session.ts';
import { shownToken, toShownToken } from '../../domain/tokens/token.ts';
import { unauthorized } from '../../rest/authenticated-user.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { getToken } from '../../store/records/tokens.ts';

export const getCurrentSession = defineEndpoint({
  operation: 'getCurrentSession',
  method: 'GET',
  path: CURRENT_SESSION_PATH,
  summary: 'Get your own session',
  response: shownToken,
  tableActions: ['GetItem'],
  async run({ userId, tokenId }, { table }) {
    const found = await getToken(table, userId, tokenId);
    // API Gateway lets a token in for a minute after it was revoked.
    if (!found) throw unauthorized();
    return toShownToken(found);
  },
});

export const handler = serve(getCurrentSession);
