import * as z from 'zod/mini';
import { API_VERSIONS } from '../../platform/api-versions.ts';
import { id, ownerFields, printableText, time, utcTime } from '../../platform/fields.ts';
import { scope } from './scopes.ts';

export const MAX_TOKENS = 100;

/** Maximum length of a token's chain of makers. The authorizer reads each of them. */
export const MAX_MAKERS = 5;

const MAX_OVERLAP_SECONDS = 7 * 86_400;
const DEFAULT_OVERLAP_SECONDS = 86_400;

const scopes = () => z.array(scope).check(z.minLength(1), z.maxLength(50));

/** The version of the API for requests without a version. */
const apiVersion = z.enum(API_VERSIONS);

const name = () => z.nullable(printableText(200));

/** A program's token, a person's session in the console, and the code of a single-use sign-in link. */
const tokenKind = z.enum(['access', 'session', 'sign_in_link']);

/** The stored data of a token, never the token itself. Times are ISO 8601 in UTC. */
export const token = z.lazy(() =>
  z.object({
    ...ownerFields,
    /** Absent: `access`. */
    kind: z.optional(tokenKind),
    name: z.optional(name()),
    /** Absent: the token permits everything. */
    scopes: z.optional(z.array(z.string())),
    api_version: z.optional(apiVersion),
    /** Absent: false. Whether requests and responses use the original vendor names: see vendor-words.ts. */
    vendor_words: z.optional(z.boolean()),
    created_at: z.string(),
    expires_at: z.optional(z.string()),
    /** The token that created this one, or its successor; revoking it ends this one. */
    made_with: z.optional(z.string()),
    successor: z.optional(z.string()),
    /** At most five minutes before the last request. */
    last_used_at: z.optional(z.string()),
  }),
);
export type Token = z.infer<typeof token>;

const viewFields = () => ({
  ...ownerFields,
  kind: tokenKind,
  name: name(),
  scopes: z.nullable(z.array(z.string())),
  api_version: z.nullable(apiVersion),
  vendor_words: z.boolean(),
  created_at: utcTime(),
  expires_at: z.nullable(utcTime()),
  last_used_at: z.nullable(utcTime()),
  made_by: z.nullable(id),
});

export const tokenView = z.lazy(() => z.object(viewFields()));

export const newToken = z.lazy(() => z.object({ ...viewFields(), access_token: z.string() }));

export function toTokenView({ made_with, successor: _, ...stored }: Token): z.infer<typeof tokenView> {
  const { name = null, scopes = null, expires_at = null, last_used_at = null } = stored;
  const { api_version = null, vendor_words = false } = stored;
  const pins = { api_version, vendor_words };
  const made_by = made_with ?? null;
  return { ...stored, ...pins, kind: kindOf(stored), name, scopes, expires_at, last_used_at, made_by };
}

export const kindOf = ({ kind = 'access' }: Pick<Token, 'kind'>) => kind;

export const isOver = ({ expires_at }: Pick<Token, 'expires_at'>, now: Date): boolean =>
  expires_at !== undefined && expires_at <= now.toISOString();

/** When a new token expires: no later than the token that creates it. */
export function expiryWithin(maker: Token, wanted: string | undefined): Pick<Token, 'expires_at'> {
  const ends = [wanted, maker.expires_at].filter((end) => end !== undefined);
  const [expires_at] = ends.sort((one, other) => Date.parse(one) - Date.parse(other));
  return expires_at === undefined ? {} : { expires_at };
}

export const tokenInput = z.lazy(() =>
  z.strictObject({
    name: z.optional(name()),
    scopes: scopes(),
    api_version: z.optional(z.nullable(apiVersion)),
    vendor_words: z._default(z.boolean(), false),
    expires_at: z.optional(z.nullable(time())),
  }),
);

export const rotationInput = z.lazy(() =>
  z.strictObject({
    overlap_seconds: z._default(
      z.int().check(z.minimum(0), z.maximum(MAX_OVERLAP_SECONDS)),
      DEFAULT_OVERLAP_SECONDS,
    ),
  }),
);

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
