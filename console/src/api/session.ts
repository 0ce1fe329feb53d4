import { queryOptions } from '@tanstack/react-query';
import { ApiError, Unauthorized } from 'phone-call-agents-client';
import { api, type Schema } from './client.ts';

/** A session. The text of its token is in a cookie that no script can read. */
export type Session = Schema<'ShownToken'>;

/** Who is signed in. Fails with 401 if nobody is. */
export const currentSession = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get('/v1/sessions/current'),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The user whom a code signs in. Throws unless it is a one-time code: a page that took long-lived tokens from addresses
 * could be made to sign a visitor in as somebody else.
 */
export async function userOfCode(code: string): Promise<string> {
  const headers = { authorization: `Bearer ${code}` };
  const { kind, user_id } = await api.get('/v1/sessions/current', { headers });
  if (kind === 'sign_in_link') return user_id;
  const msg = 'The link has no one-time code. Enter an access token instead.';
  throw new ApiError({ status: 422, issues: [{ loc: [], msg, type: 'no_sign_in_code' }] });
}

/** Exchanges an access token, or the code of a one-time link, for a session. */
export const signIn = (secret: string): Promise<Session> =>
  api.post('/v1/sessions/create', {
    headers: { authorization: `Bearer ${secret}` },
    body: { name: browserName(navigator.userAgent) },
  });

/** Ends the session and tells the other tabs. */
export async function signOut(): Promise<void> {
  try {
    await api.post('/v1/sessions/end');
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
  }
  tabs.postMessage('signed out');
}

/** Tabs of one browser share the cookie: what one does to the session, all must know. */
const tabs = new BroadcastChannel('session');

/** Tells the other tabs that another session has begun. */
export const tellSignedIn = (): void => tabs.postMessage('signed in');

/** Calls the listener when another tab signed in or out. */
export function onOtherTab(listener: (what: 'signed in' | 'signed out') => void): () => void {
  const heard = ({ data }: MessageEvent) => listener(data === 'signed in' ? 'signed in' : 'signed out');
  tabs.addEventListener('message', heard);
  return () => tabs.removeEventListener('message', heard);
}

/** A name for the list of sessions: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const browser =
    ['Edg', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(`${name}/`)) ?? 'A browser';
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac', 'Linux'].find((name) =>
    userAgent.includes(name),
  );
  return `${browser === 'Edg' ? 'Edge' : browser}${system ? ` on ${system}` : ''}`;
}
