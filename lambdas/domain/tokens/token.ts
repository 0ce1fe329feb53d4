import * as z from 'zod/mini';
import { ownerFields, printableText, time } from '../fields.ts';
import { scope } from './scopes.ts';

/** Tokens that a user may have at a time. */
export const MAX_TOKENS = 100;

/** How long a rotated token may go on working, in seconds: seven days. */
const MAX_OVERLAP_SECONDS = 7 * 86_400;
const DEFAULT_OVERLAP_SECONDS = 86_400;

const scopes = () => z.array(scope).check(z.minLength(1), z.maxLength(50));

const name = () => z.nullable(printableText(200));

/** What is kept of an access token, and never the token itself. Times are ISO 8601 in UTC. */
export const token = z.lazy(() =>
  z.object({
    ...ownerFields,
    name: z.optional(name()),
    /** Left out: the token may do everything. */
    scopes: z.optional(z.array(z.string())),
    created_at: z.string(),
    expires_at: z.optional(z.string()),
    /** At most five minutes older than the last request. */
    last_used_at: z.optional(z.string()),
  }),
);
export type Token = z.infer<typeof token>;

const shownFields = () => ({
  ...ownerFields,
  name: name(),
  scopes: z.nullable(z.array(z.string())),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
});

/** A token as the API shows it. */
export const shownToken = z.lazy(() => z.object(shownFields()));

/** A token that was just made: the only answer that has its text. */
export const newToken = z.lazy(() => z.object({ ...shownFields(), access_token: z.string() }));

/** A token with what it lacks as null. */
export function toShownToken(stored: Token): z.infer<typeof shownToken> {
  const { name = null, scopes = null, expires_at = null, last_used_at = null } = stored;
  return { ...stored, name, scopes, expires_at, last_used_at };
}

/** What a user sends to create a token. */
export const tokenInput = z.lazy(() =>
  z.strictObject({
    name: z.optional(name()),
    scopes: scopes(),
    expires_at: z.optional(z.nullable(time())),
  }),
);

/** What a user sends to rotate a token. */
export const rotationInput = z.lazy(() =>
  z.strictObject({
    overlap_seconds: z._default(
      z.int().check(z.minimum(0), z.maximum(MAX_OVERLAP_SECONDS)),
      DEFAULT_OVERLAP_SECONDS,
    ),
  }),
);
