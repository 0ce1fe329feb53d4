import { isOver, kindOf, type Token } from './token.ts';

interface Revocation<T> {
  /** The tokens to delete. The revoked one comes last, so that an interrupted revocation can be repeated. */
  readonly removed: readonly T[];
  /** The successor that becomes the maker of the tokens that an expired token created. @default they end */
  readonly heir?: T;
}

/** Plans the revocation of a token with its successors, in case a thief rotated it, and its predecessors. */
export function planRevocation<T extends Token>(tokens: readonly T[], token: T, now: Date): Revocation<T> {
  const heir = isOver(token, now) ? successorOf(tokens, token) : undefined;
  if (heir) return { removed: [token], heir };
  return { removed: [...expiredBefore(tokens, token, now), ...successorsOf(tokens, token), token] };
}

const successorOf = <T extends Token>(tokens: readonly T[], { successor }: T) =>
  tokens.find(({ id }) => id === successor);

/** The successors of a token, latest first. */
function successorsOf<T extends Token>(tokens: readonly T[], token: T): T[] {
  const next = successorOf(tokens, token);
  return next ? [...successorsOf(tokens, next), next] : [];
}

function expiredBefore<T extends Token>(tokens: readonly T[], { id }: T, now: Date): T[] {
  const former = tokens.find((each) => each.successor === id && isOver(each, now));
  return former ? [...expiredBefore(tokens, former, now), former] : [];
}

/** The tokens that ended because their maker, or its maker, was revoked. */
export function orphansIn<T extends Token>(tokens: readonly T[]): T[] {
  const ids = new Set(tokens.map(({ id }) => id));
  const orphans = tokens.filter(({ made_with }) => made_with !== undefined && !ids.has(made_with));
  if (orphans.length === 0) return [];
  return [...orphans, ...orphansIn(tokens.filter((each) => !orphans.includes(each)))];
}

/** The tokens in a user's list: access tokens until they are revoked, sessions and links until they expire. */
export function tokensToShow<T extends Token>(tokens: readonly T[], now: Date): T[] {
  const orphans = orphansIn(tokens);
  return tokens.filter(
    (each) => !orphans.includes(each) && (kindOf(each) === 'access' || !isOver(each, now)),
  );
}
