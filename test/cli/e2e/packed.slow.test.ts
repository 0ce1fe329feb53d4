import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connection } from '../../support/service/shared-api.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TARBALL = join(ROOT, 'build', 'phone-agents-1.0.0.tgz');
const folder = mkdtempSync(join(tmpdir(), 'phone-agents-'));
const PROGRAM = join(folder, 'node_modules', 'phone-agents', 'bin', 'phone-agents.mjs');
const env = { ...process.env, XDG_CONFIG_HOME: folder, PHONE_AGENTS_URL: '', PHONE_AGENTS_TOKEN: '' };

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...env, PHONE_AGENTS_URL: connection.base_url, PHONE_AGENTS_TOKEN: connection.access_token },
  });

describe('the packed command line, installed in an empty folder', () => {
  beforeAll(async () => {
    await promisify(execFile)('npm', ['run', 'build:cli'], { cwd: ROOT });
    writeFileSync(join(folder, 'package.json'), '{}');
    const install = ['install', '--prefer-offline', '--omit=optional', '--no-audit', '--no-fund', TARBALL];
    await promisify(execFile)('npm', install, { cwd: folder });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('reaches a service, and keeps a token without a keyring', async () => {
    const login = await run('login', '--profile', 'packed', '--json');
    const { stdout } = await run('whoami', '--json');

    expect(JSON.parse(login.stdout)).toMatchObject({ token: join(folder, 'phone-agents', 'profiles.json') });
    expect(JSON.parse(stdout)).toMatchObject({ url: connection.base_url });
  });

  it('completes commands, options and choices', async () => {
    const completed = async (...words: string[]) => (await run('complete', '--', ...words)).stdout;

    expect((await run('completion', 'bash')).stdout).toContain('complete -F __phone_agents_complete');
    expect(await completed('calls', '')).toMatch(/^tail\t/m);
    expect(await completed('calls', 'list', '--st')).toMatch(/^--status\t/m);
    expect(await completed('calls', 'list', '--status', '')).toMatch(/^in_progress\t/m);
  });

  it('comes from a tarball of at most 480 KB', () => {
    expect(statSync(TARBALL).size).toBeLessThan(480_000);
  });
});
