import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

it('says in one sentence that the first start needs a network, even if nothing answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-test-'));
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.close();
    rmSync(folder, { recursive: true });
  });
  await once(silent, 'listening');
  for (const file of ['bin/run.mjs', 'package.json', 'package-lock.json'])
    cpSync(file, join(folder, file), { recursive: true });
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    npm_config_cache: join(folder, 'cache'),
    npm_config_proxy: '',
  };

  const child = execFile(process.execPath, [join(folder, 'bin/run.mjs'), 'local/start.ts'], { env });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const started = performance.now();
  const [code] = await once(child, 'close');

  expect(code).toBe(1);
  expect(errors).toBe(
    'Installing dependencies (npm ci): some 350 packages, 900 MB on disk, only once …\nThe npm registry cannot be reached (no answer in 8 s): connect to a network and repeat the command; only the first start needs one.\n',
  );
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('gives npm’s own reason if the registry answers, however slow npm is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['bin/run.mjs', 'package.json', 'package-lock.json'])
    cpSync(file, join(folder, file), { recursive: true });
  const npm = '#!/bin/sh\n[ "$1" = ping ] && exec sleep 11\necho "npm error code E403" >&2; exit 1\n';
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };

  const program = [join(folder, 'bin/run.mjs'), 'local/start.ts'];
  const failure = promisify(execFile)(process.execPath, program, { env });

  await expect(failure).rejects.toMatchObject({ stderr: expect.stringMatching(/E403\nnpm ci failed: /) });
});
