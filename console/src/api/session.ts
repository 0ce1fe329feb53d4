import { queryOptions } from '@tanstack/react-query';
import { type Schema, send, sendForJson } from './client.ts';
import { ApiFault } from './fault.ts';

/** A session. The text of its token is in a cookie that no script can read. */
export type Session = Schema<'ShownToken'>;

/** Who is signed in. Fails with 401 if nobody is. */
export const currentSession = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await sendForJson('GET', '/v1/sessions/current')) as Session,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The user whom a code signs in. Throws unless it is a one-time code: a page that took long-lived tokens from addresses
 * could be made to sign a visitor in as somebody else.
 */
export async function userOfCode(code: string): Promise<string> {
  const headers = { authorization: `Bearer ${code}` };
  const { kind, user_id } = (await sendForJson('GET', '/v1/sessions/current', { headers })) as Session;
  if (kind === 'sign_in_link') return user_id;
  const msg = 'The link has no one-time code. Enter an access token instead.';
  throw new ApiFault({ status: 422, detail: [{ loc: [], msg, type: 'no_sign_in_code' }] });
}

/** Exchanges an access token, or the code of a one-time link, for a session. */
export async function signIn(secret: string): Promise<Session> {
  const session = await sendForJson('POST', '/v1/sessions/create', {
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name: browserName(navigator.userAgent) }),
  });
  return session as Session;
}

/** Ends the session and tells the other tabs. */
export async function signOut(): Promise<void> {
  const response = await send('POST', '/v1/sessions/end');
  if (!response.ok && response.status !== 401) throw new ApiFault({ status: response.status });
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
