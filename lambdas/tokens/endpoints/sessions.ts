import { unauthorized } from '../../http/authenticated-user.ts';
import { defineEndpoint } from '../../http/endpoint.ts';
import { ApiError, invalidInput } from '../../http/errors.ts';
import { Reply } from '../../http/reply.ts';
import {
  CURRENT_SESSION_PATH,
  endOfSession,
  NO_SESSION_COOKIE,
  SIGN_IN_PATH,
  sessionCookie,
  sessionInput,
} from '../model/console-session.ts';
import { kindOf, tokenView, toTokenView } from '../model/token.ts';
import { requireNoMore, requireRoomForSession } from '../requests/token-limits.ts';
import { storeRevocation } from '../store/revocations.ts';
import { insertSession } from '../store/sessions.ts';
import { CHANGE_TOKENS, loadToken, makersOf } from '../store/tokens.ts';

export const createSession = () =>
  defineEndpoint({
    method: 'POST',
    path: SIGN_IN_PATH,
    summary: 'Sign in to the console',
    body: sessionInput,
    bodyIsOptional: true,
    response: tokenView,
    responseHeaders: ['Set-Cookie'],
    answersSecret: true,
    tableActions: CHANGE_TOKENS,
    async run({ userId, tokenId, body, grantedScopes }, { table, now, newId }) {
      const maker = await loadToken(table, userId, tokenId);
      // API Gateway accepts a token for a minute after it was revoked or used up.
      if (!maker) throw linkUsed();
      const makers = await makersOf(table, maker);
      if (!makers) throw linkUsed();
      if ([maker, ...makers].some(({ kind }) => kind === 'session')) throw notRenewable();
      requireNoMore(grantedScopes, body.scopes);
      await requireRoomForSession(table, { userId, now: now() });
      const scopes = body.scopes ? [...new Set(body.scopes)] : maker.scopes;
      const draft = {
        id: newId(),
        user_id: userId,
        kind: 'session' as const,
        ...(kindOf(maker) !== 'sign_in_link' && { made_with: maker.id }),
        name: body.name ?? null,
        ...(scopes && { scopes }),
        created_at: now().toISOString(),
        expires_at: endOfSession(maker, now()).toISOString(),
      };
      const text = await insertSession(table, draft, { maker, now: now() });
      if (text === undefined) throw linkUsed();
      const seconds = Math.floor((Date.parse(draft.expires_at) - now().getTime()) / 1000);
      return new Reply(toTokenView(draft), { 'set-cookie': sessionCookie(text, seconds) });
    },
  });

function linkUsed(): ApiError {
  const msg = 'This sign-in link was already used, or the token was revoked; sign in with another one.';
  return new ApiError('conflict', [{ loc: LOC, msg, type: 'sign_in_link_used' }]);
}

function notRenewable(): ApiError {
  const msg =
    'A session, or a token created in one, cannot create another session; sign in with an access token or a sign-in link.';
  return invalidInput([{ loc: LOC, msg, type: 'session_not_renewable' }]);
}

const LOC = ['header', 'authorization'];

export const getCurrentSession = () =>
  defineEndpoint({
    method: 'GET',
    path: CURRENT_SESSION_PATH,
    summary: 'Get your own session',
    response: tokenView,
    tableActions: ['GetItem'],
    async run({ userId, tokenId }, { table }) {
      const foundToken = await loadToken(table, userId, tokenId);
      // API Gateway accepts a token for a minute after it was revoked.
      if (!foundToken) throw unauthorized();
      return toTokenView(foundToken);
    },
  });

export const endSession = () =>
  defineEndpoint({
    method: 'POST',
    path: '/v1/sessions/end',
    summary: 'Sign out of the console',
    response: tokenView,
    responseHeaders: ['Set-Cookie'],
    tableActions: CHANGE_TOKENS,
    async run({ userId, tokenId }, { table, now }) {
      const foundToken = await loadToken(table, userId, tokenId);
      if (!foundToken) throw unauthorized();
      if (kindOf(foundToken) === 'session') await storeRevocation(table, { userId, tokenId, now: now() });
      return new Reply(toTokenView(foundToken), { 'set-cookie': NO_SESSION_COOKIE });
    },
  });
