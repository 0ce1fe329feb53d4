import * as z from 'zod/mini';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, invalidInput, notFound } from '../../http/errors.ts';
import { idQuery } from '../../http/query/query-values.ts';
import { scopesBeyond } from '../model/scopes.ts';
import {
  expiryWithin,
  isOver,
  kindOf,
  newToken,
  rotationInput,
  tokenInput,
  tokensToShow,
  tokenView,
  toTokenView,
} from '../model/token.ts';
import { requireDepth, requireMakers, requireNoMore, requireRoomForToken } from '../requests/token-limits.ts';
import { clearOrphans, storeRevocation } from '../store/revocations.ts';
import { CHANGE_TOKENS, insertToken, loadToken, loadTokens, storeSuccessor } from '../store/tokens.ts';

export const createToken = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/tokens/create',
    summary: 'Create an access token',
    body: tokenInput,
    response: newToken,
    answersSecret: true,
    tableActions: CHANGE_TOKENS,
    async run({ userId, tokenId, body, grantedScopes }, { table, now, newId }) {
      const { name, expires_at, api_version, vendor_words } = body;
      const scopes = [...new Set(body.scopes)];
      requireNoMore(grantedScopes, scopes);
      if (expires_at && new Date(expires_at) <= now()) {
        const msg = 'Must be in the future.';
        throw invalidInput([{ loc: ['body', 'expires_at'], msg, type: 'not_in_future' }]);
      }
      await clearOrphans(table, userId);
      const [by] = await Promise.all([
        requireMakers(table, { userId, tokenId }, now()),
        requireRoomForToken(table, userId, now()),
      ]);
      requireDepth(by.makers);
      const draft = {
        id: newId(),
        user_id: userId,
        name: name ?? null,
        scopes,
        ...(api_version && { api_version }),
        ...(vendor_words && { vendor_words }),
        created_at: now().toISOString(),
        ...expiryWithin(by.maker, expires_at ?? undefined),
        made_with: by.maker.id,
      };
      return { ...toTokenView(draft), access_token: await insertToken(table, draft, by) };
    },
  });

export const getToken = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/tokens',
    summary: 'Get an access token without its text',
    query: idQuery,
    response: tokenView,
    tableActions: ['GetItem'],
    async run({ userId, query }, { table }) {
      const token = await loadToken(table, userId, query.id);
      if (!token) throw notFound('token');
      return toTokenView(token);
    },
  });

export const listTokens = () =>
  defineEndpoint({
    method: 'GET',
    path: '/v1/tokens/list',
    summary: 'List access tokens',
    response: z.lazy(() => z.array(tokenView)),
    tableActions: ['Query'],
    async run({ userId }, { table, now }) {
      return tokensToShow(await loadTokens(table, userId), now()).map(toTokenView);
    },
  });

export const rotateToken = () =>
  defineEndpoint({
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
      const [by, oldToken] = await Promise.all([
        requireMakers(table, { userId, tokenId }, now()),
        loadToken(table, userId, query.id),
        requireRoomForToken(table, userId, now()),
      ]);
      if (!oldToken || kindOf(oldToken) !== 'access' || isOver(oldToken, now())) throw notFound('token');
      requireScopesOf(grantedScopes, oldToken.scopes);
      if (expiryWithin(by.maker, oldToken.expires_at).expires_at !== oldToken.expires_at) throw outlivesOwn();
      const { last_used_at: _, successor: __, name = null, ...otherFields } = oldToken;
      const draft = { ...otherFields, name, id: newId(), created_at: now().toISOString() };
      const until = new Date(now().getTime() + body.overlap_seconds * 1000).toISOString();
      const text = await storeSuccessor(table, { oldToken, draft, until, by });
      if (text === undefined) throw alreadyRotated();
      return { ...toTokenView(draft), access_token: text };
    },
  });

/** Rotating a token hands over its scopes, and a token must not revoke one with more scopes than its own. */
function requireScopesOf(
  granted: readonly string[] | undefined,
  scopes: readonly string[] | undefined,
): void {
  if (granted === undefined) return;
  const missing = scopes === undefined ? ['every scope'] : scopesBeyond(granted, scopes);
  if (missing.length === 0) return;
  const msg = `Your own token lacks scopes of this token; use one that has them: ${missing.join(', ')}.`;
  throw invalidInput([{ loc: ['query', 'id'], msg, type: 'missing_scope' }]);
}

/** A successor that expired sooner than the old token would break the program that uses it. */
function outlivesOwn(): ApiError {
  const msg = 'This token expires later than your own; rotate it with a token that lasts as long.';
  return invalidInput([{ loc: ['query', 'id'], msg, type: 'outlives_own_token' }]);
}

function alreadyRotated(): ApiError {
  const msg = 'This token was already rotated; use its successor, or revoke that and try again.';
  return new ApiError('conflict', [{ loc: ['query', 'id'], msg, type: 'already_rotated' }]);
}

export const revokeToken = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/tokens/revoke',
    summary: 'Revoke an access token',
    query: idQuery,
    response: tokenView,
    tableActions: CHANGE_TOKENS,
    async run({ userId, tokenId, query, grantedScopes }, { table, now }) {
      const foundToken = await loadToken(table, userId, query.id);
      if (!foundToken) throw notFound('token');
      if (query.id !== tokenId) requireScopesOf(grantedScopes, foundToken.scopes);
      await storeRevocation(table, { userId, tokenId: query.id, now: now() });
      return toTokenView(foundToken);
    },
  });
