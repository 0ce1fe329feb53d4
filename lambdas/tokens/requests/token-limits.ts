import { unauthorized } from '../../http/authenticated-user.ts';
import { ApiError, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import { MAX_SESSIONS } from '../model/console-session.ts';
import { notHandedOn } from '../model/scopes.ts';
import { kindOf, MAX_TOKENS, type Token, tokensToShow } from '../model/token.ts';
import { livingChain, loadToken, loadTokens, type Makers } from '../store/tokens.ts';

/** Requires that the user may have one more token, new or by rotation. Concurrent requests may exceed the limit by their number. */
export async function requireRoomForToken(table: Table, userId: string): Promise<void> {
  const tokens = await loadTokens(table, userId);
  if (countOf('access', tokens) < MAX_TOKENS) return;
  const msg = `You may have ${MAX_TOKENS} tokens; revoke some. Expired tokens count until you revoke them.`;
  throw new ApiError('conflict', [{ loc: [], msg, type: 'too_many_tokens' }]);
}

/** Requires that the user may have one more session. Concurrent requests may exceed the limit by their number. */
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
export function requireNoMore(granted: readonly string[] | undefined, wanted: readonly string[] = []): void {
  const tooMany = notHandedOn(granted, wanted);
  if (tooMany.length === 0) return;
  const msg = `Your own token lacks these scopes; leave them out: ${tooMany.join(', ')}.`;
  throw invalidInput([{ loc: ['body', 'scopes'], msg, type: 'missing_scope' }]);
}

const countOf = (kind: Token['kind'], tokens: readonly Token[]) =>
  tokens.filter((token) => kindOf(token) === kind).length;

/** The token of a request that makes another one, with those with which it ends; 401 if one of them has ended. */
export async function requireMakers(
  table: Table,
  { userId, tokenId }: { readonly userId: string; readonly tokenId: string },
  now: Date,
): Promise<Makers & { readonly maker: Token }> {
  const makers = await livingChain(table, await loadToken(table, userId, tokenId), now);
  const [maker] = makers ?? [];
  if (!makers || !maker) throw unauthorized();
  return { makers, maker, now };
}
