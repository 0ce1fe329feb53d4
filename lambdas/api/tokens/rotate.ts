import { notHandedOn } from '../../domain/tokens/scopes.ts';
import { kindOf, newToken, rotationInput, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { invalidInput, notFound } from '../../rest/errors.ts';
import { requireRoomForToken } from '../../rest/limits/token-limit.ts';
import { idQuery } from '../../rest/query/id-query.ts';
import { CHANGE_TOKENS, getToken, rotateToken as rotate } from '../../store/records/tokens.ts';

export const rotateToken = defineEndpoint({
  operation: 'rotateToken',
  method: 'POST',
  path: '/v1/tokens/rotate',
  summary: 'Replace an access token with a new one',
  query: idQuery,
  body: rotationInput,
  bodyIsOptional: true,
  response: newToken,
  answersSecret: true,
  tableActions: CHANGE_TOKENS,
  async run({ userId, query, body, grantedScopes }, { table, now, newId }) {
    const former = await getToken(table, userId, query.id);
    if (!former || kindOf(former) !== 'access') throw notFound('token');
    requireNoMore(grantedScopes, former.scopes);
    await requireRoomForToken(table, userId);
    const { name, scopes, expires_at } = former;
    const draft = {
      id: newId(),
      user_id: userId,
      name: name ?? null,
      created_at: now().toISOString(),
      ...(scopes && { scopes }),
      ...(expires_at && { expires_at }),
    };
    const until = new Date(now().getTime() + body.overlap_seconds * 1000).toISOString();
    const text = await rotate(table, { former, draft, until });
    if (text === undefined) throw notFound('token');
    return { ...toShownToken(draft), access_token: text };
  },
});

export const handler = serve(rotateToken);

/** Who rotates a token gets its scopes: nobody gets more than they have. */
function requireNoMore(granted: readonly string[] | undefined, scopes: readonly string[] | undefined): void {
  if (granted === undefined) return;
  const missing = scopes === undefined ? ['every scope'] : notHandedOn(granted, scopes);
  if (missing.length === 0) return;
  const msg = `Your own token lacks scopes of this token; use one that has them: ${missing.join(', ')}.`;
  throw invalidInput([{ loc: ['query', 'id'], msg, type: 'missing_scope' }]);
}
