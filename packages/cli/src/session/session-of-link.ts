import { hostname } from 'node:os';
import { createClient } from 'phone-call-agents-client';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import type { Profile } from '../settings/profiles.ts';

/** Exchanges a sign-in link, which works once, for a session. The console's address also serves the API. */
export async function sessionOfLink(link: string, signal: AbortSignal): Promise<Profile> {
  const { origin, hash } = URL.parse(link) ?? { origin: '', hash: '' };
  if (hash.length < 2) throw new UsageError('A sign-in link ends with #, followed by a code.');
  const client = createClient({ baseUrl: origin, token: hash.slice(1) });
  const body = { name: `phone-agents on ${hostname()}`.slice(0, 200) };
  const { response } = await client.send('POST', '/v1/sessions/create', { body, signal });
  const token = sessionIn(response.headers.getSetCookie());
  if (token === undefined) throw new CommandError(`${origin} gave no session.`, { exitCode: EXIT.denied });
  return { url: origin, token, consoleUrl: origin };
}

const sessionIn = (cookies: readonly string[]): string | undefined =>
  cookies.flatMap((cookie) => /^__Host-session=([^;]+)/.exec(cookie)?.[1] ?? [])[0];
