import * as z from 'zod/mini';
import { printableText } from '../../platform/fields.ts';
import { scope } from './scopes.ts';
import type { Token } from './token.ts';

/** Seconds after which a session ends: eight hours, a working day. */
const SESSION_SECONDS = 8 * 3600;

/** A session ends no later than the access token that created it. */
export function endOfSession({ kind, expires_at }: Token, now: Date): Date {
  const latest = Math.floor(now.getTime() / 1000 + SESSION_SECONDS) * 1000;
  const isBounded = kind !== 'sign_in_link' && expires_at !== undefined;
  return new Date(isBounded ? Math.min(latest, Date.parse(expires_at)) : latest);
}

export const MAX_SESSIONS = 30;

export const LINK_SECONDS = 60;

export const SIGN_IN_PATH = '/v1/sessions/create';

/** The path of the operation that returns whose session, token or sign-in link it is. */
export const CURRENT_SESSION_PATH = '/v1/sessions/current';

/**
 * The cookie of the console. The prefix makes browsers refuse it over plain HTTP and for another host or path:
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix. The function at the
 * edge (lib/console) reads it; the API never does.
 */
export const SESSION_COOKIE = '__Host-session';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const sessionCookie = (text: string, seconds: number): string =>
  `${SESSION_COOKIE}=${text}; ${ATTRIBUTES}; Max-Age=${seconds}`;

export const NO_SESSION_COOKIE = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

export const sessionInput = z.lazy(() =>
  z.strictObject({
    name: z.optional(z.nullable(printableText(200))),
    scopes: z.optional(z.array(scope).check(z.minLength(1), z.maxLength(50))),
  }),
);
