import { unauthorized } from '../../http/authenticated-user.ts';
import { ApiError, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import { MAX_SESSIONS } from '../model/console-session.ts';
import { scopesBeyond } from '../model/scopes.ts';
import { isOver, kindOf, MAX_MAKERS, MAX_TOKENS, type Token, tokensToShow } from '../model/token.ts';
import { loadToken, loadTokens, type Maker, makersOf } from '../store/tokens.ts';

/** Throws if the user may not have another token. Concurrent requests may exceed the limit by their number. */
export async function requireRoomForToken(table: Table, userId: string, now: Date): Promise<void> {
  const tokens = tokensToShow(await loadTokens(table, userId), now);
  if (countOf('access', tokens) < MAX_TOKENS) return;
  const msg = `You may have ${MAX_TOKENS} tokens; revoke some. Expired tokens count until you revoke them.`;
  throw new ApiError('conflict', [{ loc: [], msg, type: 'too_many_tokens' }]);
}

/** Throws if the user may not have another session. Concurrent requests may exceed the limit by their number. */
export async function requireRoomForSession(
  table: Table,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  const tokens = tokensToShow(await loadTokens(table, userId), now);
  if (countOf('session', tokens) < MAX_SESSIONS) return;
  const msg = `You may have ${MAX_SESSIONS} sessions; revoke some, or wait. Each session ends after eight hours.`;
  throw new ApiError('conflict', [{ loc: [], msg, type: 'too_many_sessions' }]);
}

/** Throws if a token or session would get scopes that the token of the request lacks. */
export function requireNoMore(
  granted: readonly string[] | undefined,
  requestedScopes: readonly string[] = [],
): void {
  const tooMany = scopesBeyond(granted, requestedScopes);
  if (tooMany.length === 0) return;
  const msg = `Your own token lacks these scopes; leave them out: ${tooMany.join(', ')}.`;
  throw invalidInput([{ loc: ['body', 'scopes'], msg, type: 'missing_scope' }]);
}

const countOf = (kind: Token['kind'], tokens: readonly Token[]) =>
  tokens.filter((token) => kindOf(token) === kind).length;

/** The token of a request that creates another one, and its makers. 401 if one has expired or was revoked. */
export async function requireMakers(
  table: Table,
  { userId, tokenId }: { readonly userId: string; readonly tokenId: string },
  now: Date,
): Promise<Maker & { readonly makers: readonly Token[] }> {
  const maker = await loadToken(table, userId, tokenId);
  const makers = maker && !isOver(maker, now) ? await makersOf(table, maker) : undefined;
  if (!maker || !makers) throw unauthorized();
  return { maker, makers, now };
}

/** Throws if another token would make this chain of makers too long. */
export function requireDepth(makers: readonly Token[]): void {
  if (makers.length < MAX_MAKERS) return;
  const msg = `Your own token has a chain of ${MAX_MAKERS} makers; create the token with one of them.`;
  throw invalidInput([{ loc: ['header', 'authorization'], msg, type: 'too_many_makers' }]);
}
