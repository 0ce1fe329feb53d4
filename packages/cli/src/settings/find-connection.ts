import { dirname, join, relative } from 'node:path';
import { env } from 'node:process';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import { connectionPath, readConnection, startFirst } from './connection-file.ts';
import { findProfile, type Profile, readProfiles } from './profiles.ts';

/** The options with which every command finds its service. */
export interface ServiceOptions {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** The data folder of a service on this machine. */
  readonly data?: string | undefined;
}

/** The service of a command, and who said so. */
export interface FoundConnection extends Profile {
  readonly source: string;
  /** The data folder of a service on this machine. */
  readonly dataFolder?: string;
}

/** Finds the service by options, variables, the data folder here or above, and the current profile. */
export async function findConnection(options: ServiceOptions): Promise<FoundConnection> {
  const { url: givenUrl, token: givenToken, data, profile } = options;
  const isGiven = givenUrl !== undefined || givenToken !== undefined;
  if (!isGiven && data !== undefined) return inDataFolder(data);
  if (!isGiven && profile !== undefined) return profileNamed(profile);
  const url = givenUrl ?? env.PHONE_AGENTS_URL;
  const token = givenToken ?? env.PHONE_AGENTS_TOKEN;
  const source = isGiven ? '--url and --token' : 'PHONE_AGENTS_URL and PHONE_AGENTS_TOKEN';
  if (url && token) return { url: checkedUrl(url), token, source };
  if (url || token)
    throw new UsageError(
      `${url ? 'A URL needs a token' : 'A token needs a URL'}: give --url and --token, or PHONE_AGENTS_URL and PHONE_AGENTS_TOKEN.`,
    );
  if (env.PHONE_AGENTS_PROFILE) return profileNamed(env.PHONE_AGENTS_PROFILE);
  return findLocalConnection() ?? currentProfile();
}

async function currentProfile(): Promise<FoundConnection> {
  const { current } = readProfiles();
  if (current !== undefined) return profileNamed(current);
  throw new CommandError(
    'You are not signed in. Sign in with phone-agents login, or run this where the local service has its folder .local.',
    { exitCode: EXIT.denied },
  );
}

function inDataFolder(folder: string): FoundConnection {
  const found = localConnection(folder);
  if (found) return found;
  throw new CommandError(startFirst(folder), { exitCode: EXIT.unavailable });
}

async function profileNamed(name: string): Promise<FoundConnection> {
  const found = await findProfile(name);
  if (found) return { ...found, source: `the profile ${name}` };
  const known = Object.keys(readProfiles().profiles);
  const message = known.includes(name)
    ? `The token of the profile ${name} is no longer in the keyring.`
    : `There is no profile ${name}${known.length > 0 ? `, only ${known.join(', ')}` : ''}.`;
  throw new CommandError(`${message} Sign in with phone-agents login --profile ${name}.`, {
    exitCode: EXIT.denied,
  });
}

/** The service on this machine whose data folder `.local` is in this folder or one above it. */
export function findLocalConnection(from = process.cwd()): FoundConnection | undefined {
  const found = localConnection(join(from, '.local'));
  return found || dirname(from) === from ? found : findLocalConnection(dirname(from));
}

function localConnection(dataFolder: string): FoundConnection | undefined {
  const connection = readConnection(dataFolder);
  return (
    connection && {
      url: connection.base_url,
      token: connection.access_token,
      consoleUrl: connection.console_url,
      source: relative(process.cwd(), connectionPath(dataFolder)),
      dataFolder,
    }
  );
}

/** A base URL without trailing slashes. Throws UsageError if it is invalid. */
export function checkedUrl(given: string): string {
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given.replace(/\/+$/, '');
  throw new UsageError(`The URL must begin with https:// or http://, not "${given}".`);
}
