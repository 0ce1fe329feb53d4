import { text as readAll } from 'node:stream/consumers';
import { isCancel, password, select, text } from '@clack/prompts';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { clientOf, globalOptions, outputOf } from '../context.ts';
import { UsageError } from '../errors.ts';
import { interrupt, interruptionSignal } from '../interruption.ts';
import type { Output } from '../output/output.ts';
import { checkedUrl } from '../settings/find-connection.ts';
import { readProfiles, removeProfile, storeProfile, writeProfiles } from '../settings/profiles.ts';
import { sessionOfLink } from './session-of-link.ts';

interface LoginOptions {
  readonly link?: string;
  readonly console?: string;
  readonly keyring: boolean;
}

const DEFAULT_PROFILE = 'default';

/** Checks a token or takes a sign-in link, and stores the profile. */
export async function login(command: CommandUnknownOpts, options: LoginOptions): Promise<void> {
  const output = outputOf(command);
  const { profile: name = DEFAULT_PROFILE } = globalOptions(command);
  const credentials = await credentialsFor(command, options);
  const session = await clientOf(credentials).get('/v1/sessions/current', { signal: interruptionSignal() });
  const place = await storeProfile(name, credentials, { usesKeyring: options.keyring });
  output.record(
    {
      profile: name,
      url: credentials.url,
      user: session.user_id,
      expires_at: session.expires_at,
      token: place,
    },
    {
      'Signed in to': ({ url }) => url,
      user: ({ user }) => user,
      profile: ({ profile }) => profile,
      expires: ({ expires_at: at }) => at ?? 'never',
      'token in': ({ token }) => token,
    },
  );
}

async function credentialsFor(command: CommandUnknownOpts, { link: given, console: page }: LoginOptions) {
  const { url = process.env.PHONE_AGENTS_URL, token = process.env.PHONE_AGENTS_TOKEN } =
    globalOptions(command);
  const isAsked = given === undefined && token === undefined && process.stdin.isTTY === true;
  const link = given ?? (isAsked && url === undefined ? await askForLink() : undefined);
  if (link !== undefined) return sessionOfLink(link, interruptionSignal());
  const baseUrl = url ?? (isAsked ? await askForUrl() : undefined);
  if (baseUrl === undefined) throw new UsageError('Give --url, the URL of the service.');
  return {
    url: checkedUrl(baseUrl),
    token: token ?? (isAsked ? await askForToken() : await tokenOfInput()),
    ...(page !== undefined && { consoleUrl: checkedUrl(page) }),
  };
}

/** The link, if the person has one. */
async function askForLink(): Promise<string | undefined> {
  const way = await select({
    message: 'How do you want to sign in?',
    options: [
      { value: 'token', label: 'With an access token', hint: 'console, Settings, Tokens' },
      { value: 'link', label: 'With a sign-in link of the console', hint: 'for 8 hours' },
    ],
  });
  if (answered(way) === 'token') return undefined;
  return answered(await password({ message: 'The link, which begins with https:// or http://' }));
}

const askForUrl = async () =>
  answered(await text({ message: 'The URL of the service', placeholder: 'https://api.example.com' }));

const askForToken = async () => answered(await password({ message: 'The access token' }));

/** Ctrl-C at a question ends the command. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  const signal = interruptionSignal();
  if (isCancel(answer)) {
    interrupt();
    signal.throwIfAborted();
  }
  return answer as Exclude<Answer, symbol>;
}

async function tokenOfInput(): Promise<string> {
  const token = (await readAll(process.stdin)).trim();
  if (token === '')
    throw new UsageError('Give the access token in PHONE_AGENTS_TOKEN, or on the standard input.');
  return token;
}

/** Forgets a profile. The token itself stays valid until it is revoked. */
export async function logout(command: CommandUnknownOpts): Promise<void> {
  const { profile = readProfiles().current ?? DEFAULT_PROFILE } = globalOptions(command);
  if (!(await removeProfile(profile))) throw new UsageError(`There is no profile ${profile}.`);
  outputOf(command).record({ profile }, { forgotten: ({ profile: name }) => name });
}

/** Lists the profiles, after choosing the current one if a name is given. */
export function listProfiles(output: Output, chosen: string | undefined): void {
  const stored = readProfiles();
  if (chosen !== undefined && !stored.profiles[chosen])
    throw new UsageError(`There is no profile ${chosen}.`);
  const current = chosen ?? stored.current;
  if (chosen !== undefined) writeProfiles({ ...stored, current: chosen });
  const profiles = Object.entries(stored.profiles).map(([name, { url }]) => ({
    name,
    url,
    current: name === current,
  }));
  output.table(
    profiles,
    { profile: ({ name }) => name, service: ({ url }) => url, current: (one) => (one.current ? 'yes' : '') },
    'No profiles: sign in with phone-agents login.',
  );
}
