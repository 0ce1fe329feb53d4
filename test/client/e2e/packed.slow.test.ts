import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connection } from '../../support/service/shared-api.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'client-'));
const run = (command: string, args: readonly string[], cwd = folder) =>
  promisify(execFile)(command, args, { cwd, env: { ...process.env, TOKEN: connection.access_token } });

/** Bytes of an entry with its dependencies, as a page would load it. */
async function bytesOf(entry: string): Promise<number> {
  const stdin = { contents: `export * from '${entry}'`, resolveDir: folder };
  // Without `node:` modules, which this platform refuses.
  const { outputFiles } = await build({
    ...{ stdin, bundle: true, minify: true, format: 'esm', platform: 'browser', write: false },
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

/** The first program of a document. */
const programIn = (path: string) =>
  /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1] ?? '';

describe('the packed client, installed in an empty folder', () => {
  beforeAll(async () => {
    await run('npm', ['run', 'build:client'], ROOT);
    const [tarball = ''] = globSync(join(ROOT, 'build', 'phone-call-agents-client-*.tgz'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball]);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['docs/clients.md', 'packages/client/README.md'])('runs the program in %s', async (document) => {
    const program = programIn(document).replaceAll('http://127.0.0.1:3000', connection.base_url);
    writeFileSync(join(folder, 'program.mjs'), program);

    const { stdout } = await run(process.execPath, ['program.mjs']);

    expect(stdout).toMatch(/[0-9a-f-]{36}/);
  });

  it.each([
    ['the project', 'node_modules/typescript'],
    ['before it', 'lib/openapi/types/node_modules/typescript'],
  ])('has types for the compiler of %s, in a page', async (_, compiler) => {
    writeFileSync(
      join(folder, 'page.ts'),
      `import { createClient, RevisionChanged } from 'phone-call-agents-client';
       import { verifyWebhook } from 'phone-call-agents-client/webhooks';
       const client = createClient({ baseUrl: '' });
       for await (const call of client.list('/v1/calls/list')) call.id satisfies string;
       verifyWebhook('', { body: '', headers: {} }).type satisfies string;
       export const wrong = client.get('/v1/calls', { query: { idd: '' } });
       export const present = ({ revision }: RevisionChanged) => revision;`,
    );
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext'];
    const resolution = [
      '--moduleResolution',
      'bundler',
      '--lib',
      'es2022,dom,dom.iterable,dom.asynciterable',
    ];
    const tsc = join(ROOT, compiler, 'bin', 'tsc');

    const messages = await run(process.execPath, [tsc, ...options, ...resolution, 'page.ts']).then(
      () => '',
      ({ stdout }) => stdout,
    );

    expect(messages.match(/error TS.*/g)).toEqual([expect.stringContaining("'idd' does not exist")]);
  });

  it('adds at most 12 KB to a page, of which verifying webhooks is the larger part', async () => {
    const [client, webhooks] = [
      await bytesOf('phone-call-agents-client'),
      await bytesOf('phone-call-agents-client/webhooks'),
    ];

    expect(client).toBeLessThan(4_000);
    expect(client + webhooks).toBeLessThan(12_000);
  });
});
