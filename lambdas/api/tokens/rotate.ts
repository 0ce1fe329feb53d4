import { notHandedOn } from '../../domain/tokens/scopes.ts';
import { boundBy, isOver, kindOf, newToken, rotationInput, toShownToken } from '../../domain/tokens/token.ts';
import { defineEndpoint, serve } from '../../rest/endpoint.ts';
import { ApiError, invalidInput, notFound } from '../../rest/errors.ts';
import { requireMakers, requireRoomForToken } from '../../rest/limits/token-limit.ts';
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
  async run({ userId, tokenId, query, body, grantedScopes }, { table, now, newId }) {
    const [by, former] = await Promise.all([
      requireMakers(table, { userId, tokenId }, now()),
      getToken(table, userId, query.id),
      requireRoomForToken(table, userId),
    ]);
    if (!former || kindOf(former) !== 'access' || isOver(former, now())) throw notFound('token');
    requireNoMore(grantedScopes, former.scopes);
    const { name, scopes, expires_at, made_with } = former;
    const bounds = boundBy(by.maker, expires_at);
    if (bounds.expires_at !== expires_at) throw outlivesOwn();
    const draft = {
      id: newId(),
      user_id: userId,
      name: name ?? null,
      created_at: now().toISOString(),
      ...(scopes && { scopes }),
      ...(made_with !== undefined && { made_with }),
      ...bounds,
    };
    const until = new Date(now().getTime() + body.overlap_seconds * 1000).toISOString();
    const text = await rotate(table, { former, draft, until, by });
    if (text === undefined) throw alreadyRotated();
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

/** A successor that ended sooner than the former token would break the program that uses it. */
function outlivesOwn(): ApiError {
  const msg = 'This token works for longer than your own; rotate it with a token that works as long.';
  return invalidInput([{ loc: ['query', 'id'], msg, type: 'outlives_own_token' }]);
}

function alreadyRotated(): ApiError {
  const msg = 'This token has a successor already; use it, or revoke it and try again.';
  return new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'already_rotated' }]);
}
