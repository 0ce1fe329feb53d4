import { isOver, kindOf, type Token } from './token.ts';

interface Revocation<T> {
  /** The tokens that go. The revoked one is the last, so that a revocation that broke off can be repeated. */
  readonly removed: readonly T[];
  /** The successor to which the tokens go over that an expired token made. @default they end */
  readonly heir?: T;
}

/**
 * What the revocation of a token does. A successor goes with the token that it replaces, in case a thief rotated it, and
 * with it the expired tokens before it, in whose place it stands. A token that already expired is only cleared away.
 */
export function planRevocation<T extends Token>(tokens: readonly T[], token: T, now: Date): Revocation<T> {
  const heir = isOver(token, now) ? successorOf(tokens, token) : undefined;
  if (heir) return { removed: [token], heir };
  return { removed: [...expiredBefore(tokens, token, now), ...successorsOf(tokens, token), token] };
}

const successorOf = <T extends Token>(tokens: readonly T[], { successor }: T) =>
  tokens.find(({ id }) => id === successor);

/** The successors of a token, the latest first. */
function successorsOf<T extends Token>(tokens: readonly T[], token: T): T[] {
  const next = successorOf(tokens, token);
  return next ? [...successorsOf(tokens, next), next] : [];
}

function expiredBefore<T extends Token>(tokens: readonly T[], { id }: T, now: Date): T[] {
  const former = tokens.find((each) => each.successor === id && isOver(each, now));
  return former ? [...expiredBefore(tokens, former, now), former] : [];
}

/** The tokens that ended because the one that made them, or that made their maker, was revoked. */
export function orphansIn<T extends Token>(tokens: readonly T[]): T[] {
  const ids = new Set(tokens.map(({ id }) => id));
  const orphans = tokens.filter(({ made_with }) => made_with !== undefined && !ids.has(made_with));
  if (orphans.length === 0) return [];
  return [...orphans, ...orphansIn(tokens.filter((each) => !orphans.includes(each)))];
}

/** The tokens that a user's list shows: an access token until it is revoked, a session or link until its end. */
export function tokensToShow<T extends Token>(tokens: readonly T[], now: Date): T[] {
  const orphans = orphansIn(tokens);
  return tokens.filter(
    (each) => !orphans.includes(each) && (kindOf(each) === 'access' || !isOver(each, now)),
  );
}
