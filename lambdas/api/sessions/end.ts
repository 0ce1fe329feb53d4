import { NO_SESSION_COOKIE } from '../../domain/tokens/session.ts';
import { kindOf, shownToken, toShownToken } from '../../domain/tokens/token.ts';
import { unauthorized } from '../../rest/authenticated-user.ts';
import { defineEndpoint, Reply, serve } from '../../rest/endpoint.ts';
import { CHANGE_TOKENS, getToken, revokeToken } from '../../store/records/tokens.ts';

export const endSession = defineEndpoint({
  operation: 'endSession',
  method: 'POST',
  path: '/v1/sessions/end',
  summary: 'Sign out of the console',
  response: shownToken,
  responseHeaders: ['Set-Cookie'],
  tableActions: CHANGE_TOKENS,
  async run({ userId, tokenId }, { table }) {
    const found = await getToken(table, userId, tokenId);
    if (!found) throw unauthorized();
    if (kindOf(found) === 'session') await revokeToken(table, userId, tokenId);
    return new Reply(toShownToken(found), { 'set-cookie': NO_SESSION_COOKIE });
  },
});

export const handler = serve(endSession);
