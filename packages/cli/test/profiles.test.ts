import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findConnection } from '../src/settings/find-connection.ts';
import { readProfiles, removeProfile, storeProfile } from '../src/settings/profiles.ts';

const keyring = vi.hoisted(() => ({ secrets: new Map<string, string>(), works: true }));
vi.mock('@napi-rs/keyring', () => ({
  AsyncEntry: class {
    readonly name: string;
    constructor(_service: string, name: string) {
      if (!keyring.works) throw new Error('No Secret Service.');
      this.name = name;
    }
    async setPassword(secret: string) {
      keyring.secrets.set(this.name, secret);
    }
    async getPassword() {
      return keyring.secrets.get(this.name) ?? null;
    }
    async deletePassword() {
      return keyring.secrets.delete(this.name);
    }
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
const file = join(folder, 'phone-agents', 'profiles.json');
const SERVICE = { url: 'https://api.example.com', token: 'secret-token' };

beforeEach(() => {
  keyring.works = true;
  for (const name of ['URL', 'TOKEN', 'PROFILE']) vi.stubEnv(`PHONE_AGENTS_${name}`, undefined);
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  keyring.secrets.clear();
  rmSync(folder, { recursive: true, force: true });
});

it('keeps the token in the keyring, and no longer once it is forgotten', async () => {
  await storeProfile('default', SERVICE, { usesKeyring: true });

  expect(readFileSync(file, 'utf8')).not.toContain('secret-token');
  expect(await findConnection({})).toMatchObject({ ...SERVICE, source: 'the profile default' });
  expect(await removeProfile('default')).toBe(true);
  expect(keyring.secrets.size).toBe(0);
});

it('keeps the token in the file if the system has no keyring', async () => {
  keyring.works = false;

  expect(await storeProfile('default', SERVICE, { usesKeyring: true })).toBe(file);
  expect(await findConnection({})).toMatchObject(SERVICE);
});

it('prefers options to variables, and variables to the current profile', async () => {
  await storeProfile('staging', { ...SERVICE, token: 'of staging' }, { usesKeyring: false });
  await storeProfile('production', { ...SERVICE, token: 'of production' }, { usesKeyring: false });

  const token = async (options = {}) => (await findConnection(options)).token;
  expect(await token()).toBe('of production');
  expect(await token({ profile: 'staging' })).toBe('of staging');
  vi.stubEnv('PHONE_AGENTS_URL', 'https://other.example.com/');
  vi.stubEnv('PHONE_AGENTS_TOKEN', 'of a variable');
  expect(await token()).toBe('of a variable');
  expect(await token({ profile: 'staging' })).toBe('of staging');
  expect(await findConnection({ token: 'of an option' })).toMatchObject({
    url: 'https://other.example.com',
    token: 'of an option',
  });
});

it.each([
  [{ token: 'x' }, /A token needs a URL/],
  [{ url: 'ftp://x', token: 'x' }, /must begin with https/],
  [{ profile: 'nobody' }, /no profile nobody\. Sign in/],
])('says what is missing of %j', async (options, message) => {
  await expect(findConnection(options)).rejects.toThrow(message);
});

it('says that the file is damaged, and that the token left the keyring', async () => {
  await storeProfile('default', SERVICE, { usesKeyring: true });
  keyring.secrets.clear();
  await expect(findConnection({})).rejects.toThrow('no longer in the keyring');

  writeFileSync(file, '{"profiles": [');
  expect(readProfiles).toThrow('damaged');
});
