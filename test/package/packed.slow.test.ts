import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const app = mkdtempSync(join(tmpdir(), 'cdk-app-'));
// The app has environments of its own.
const { ENVIRONMENTS_FOLDER: _, ...inherited } = process.env;
const env = { ...inherited, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` };
const run = (command: string, args: readonly string[], cwd = app) =>
  promisify(execFile)(command, args, { cwd, env });

/** The templates below a folder, without the paths and ids that name the versions of an app's packages. */
function templatesOf(folder: string): Record<string, unknown> {
  const files = globSync('assembly-*/*.template.json', { cwd: folder });
  const read = (file: string) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8'), (key, value) =>
      key === 'Metadata' || key === 'CDKMetadata' ? undefined : value,
    );
  return Object.fromEntries(files.map((file) => [file, read(file)]));
}

describe('the package, installed in the folder of a CDK app', () => {
  beforeAll(async () => {
    await run('npm', ['run', 'build:package'], ROOT);
    const [tarball = ''] = globSync(join(ROOT, 'build', 'phone-call-agents-[0-9]*.tgz'));
    cpSync(join(ROOT, 'examples', 'cdk-app'), app, { recursive: true });
    const manifest = readFileSync(join(app, 'package.json'), 'utf8');
    writeFileSync(join(app, 'package.json'), manifest.replace(/file:[^"]*/, `file:${tarball}`));
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
  }, 600_000);
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  it('synthesizes the same templates as the repository, without a TypeScript loader', async () => {
    await run('npx', ['cdk', 'synth', '--quiet']);
    const out = join(app, 'repository.out');
    await run('npx', ['cdk', 'synth', '--quiet', '--output', out], ROOT);

    const packed = templatesOf(join(app, 'cdk.out'));
    const own = templatesOf(out);
    expect(Object.keys(own).length).toBeGreaterThan(8);
    expect(packed).toMatchObject(own);
    expect(Object.keys(packed).filter((file) => file.includes('ProductionEu')).length).toBeGreaterThan(3);
  }, 300_000);

  it('has types for the whole configuration, and for tests of agents', async () => {
    const source = `import { defineAgentTest } from 'phone-call-agents/agent-test';
      import { defineEnvironment, PhoneCallAgents } from 'phone-call-agents';
      const config = defineEnvironment({ name: 'a', region: 'eu-west-1', preset: 'staging', recordings: { dayz: 1 } });
      defineAgentTest({ name: 'a', turns: [{ contakt: 'Hello' }] });
      new PhoneCallAgents(undefined as never, 'A', { config }).eventBus.eventBusName satisfies string;`;
    writeFileSync(join(app, 'app.ts'), source);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];

    const failure = await run(join(ROOT, 'node_modules/.bin/tsc'), [
      ...options,
      '--ignoreConfig',
      'app.ts',
    ]).catch(({ stdout }) => stdout);

    expect(failure.split('\n').filter((line: string) => line.includes('error'))).toEqual([
      expect.stringContaining("'dayz' does not exist"),
      expect.stringContaining("'contakt' does not exist"),
    ]);
  }, 120_000);

  it('runs the local service', async () => {
    const service = spawn('node_modules/.bin/phone-call-agents', ['start', '--port', '0'], { cwd: app, env });
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (output += text));
    try {
      await expect
        .poll(() => output.match(/console +http|rror/)?.[0], { timeout: 240_000 })
        .toMatch(/console/);
    } finally {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
  }, 300_000);
});

it('the package with an unsupported version of the CDK says which it needs', async () => {
  const packages = join(mkdtempSync(join(tmpdir(), 'old-cdk-')), 'node_modules');
  const add = (name: string, content: object) => {
    mkdirSync(join(packages, name), { recursive: true });
    writeFileSync(join(packages, name, 'package.json'), JSON.stringify({ name, ...content }));
  };
  add('aws-cdk-lib', { version: '2.99.0' });
  add('phone-call-agents', { main: 'index.cjs', peerDependencies: { 'aws-cdk-lib': '^2.275.0' } });
  cpSync(join(ROOT, 'index.cjs'), join(packages, 'phone-call-agents', 'index.cjs'));

  const loading = run(process.execPath, ['--eval', "require('phone-call-agents')"], join(packages, '..'));

  await expect(loading).rejects.toThrow(
    'phone-call-agents needs aws-cdk-lib 2.275.0 or a later 2.x, not 2.99.0.',
  );
});
