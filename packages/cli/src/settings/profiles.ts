import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, platform } from 'node:process';
import * as z from 'zod/mini';
import { UsageError } from '../errors.ts';
import { forgetSecret, readSecret, storeSecret } from './keyring.ts';

const profile = z.object({
  url: z.string(),
  /** The access token, if the system has no keyring. */
  token: z.optional(z.string()),
  console_url: z.optional(z.string()),
});

const file = z.object({
  /** The profile that commands use unless told otherwise. */
  current: z.optional(z.string()),
  profiles: z.record(z.string(), profile),
});
export type Profiles = z.infer<typeof file>;

/** A service, and the token of its user. */
export interface Profile {
  readonly url: string;
  readonly token: string;
  readonly consoleUrl?: string | undefined;
}

/** The folder of the settings: of XDG on Linux and macOS, of the roaming profile on Windows. */
export function settingsFolder(): string {
  const base = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'phone-agents');
}

const profilesPath = () => join(settingsFolder(), 'profiles.json');

/** The stored profiles. Throws UsageError if the file is damaged. */
export function readProfiles(): Profiles {
  let text: string;
  try {
    text = readFileSync(profilesPath(), 'utf8');
  } catch {
    return { profiles: {} };
  }
  try {
    return file.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${profilesPath()} is damaged. Delete it, and sign in with phone-agents login.`, {
      cause,
    });
  }
}

/** Writes a settings file atomically, for its owner only. */
export function writePrivateFile(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.new`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

export const writeProfiles = (profiles: Profiles) => writePrivateFile(profilesPath(), profiles);

/** The profile of this name, with its token. Undefined if it is unknown, or its token is lost. */
export async function findProfile(name: string): Promise<Profile | undefined> {
  const found = readProfiles().profiles[name];
  const token = found?.token ?? (found && (await readSecret(name)));
  return found && token ? { url: found.url, token, consoleUrl: found.console_url } : undefined;
}

/** Stores a profile and makes it the current one. Resolves with where its token is. */
export async function storeProfile(
  name: string,
  { url, token, consoleUrl }: Profile,
  { usesKeyring }: { readonly usesKeyring: boolean },
): Promise<string> {
  const isInKeyring = usesKeyring && (await storeSecret(name, token));
  const { profiles } = readProfiles();
  const stored = {
    url,
    ...(!isInKeyring && { token }),
    ...(consoleUrl !== undefined && { console_url: consoleUrl }),
  };
  writeProfiles({ current: name, profiles: { ...profiles, [name]: stored } });
  return isInKeyring ? "the system's keyring" : profilesPath();
}

/** Removes a profile and its token. Resolves with false if it is unknown. */
export async function removeProfile(name: string): Promise<boolean> {
  const { current, profiles } = readProfiles();
  const { [name]: removed, ...others } = profiles;
  if (!removed) return false;
  if (removed.token === undefined) await forgetSecret(name);
  writeProfiles({ ...(current !== undefined && current !== name && { current }), profiles: others });
  return true;
}
