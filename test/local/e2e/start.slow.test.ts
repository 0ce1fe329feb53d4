import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { newDataFolder } from '../../support/service/service-process.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const start = (...args: string[]) => startWith([], args);

async function startWith(
  nodeOptions: readonly string[],
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(ROOT, 'local', 'start.ts');
  const command = promisify(execFile)(process.execPath, [...nodeOptions, program, ...args], { cwd: ROOT });
  const failure = await command.then(
    () => undefined,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  if (!failure) throw new Error('The service ended without a failure.');
  return failure;
}

describe('the start of the local service', () => {
  it('reports in one line, before any work, that its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const { code, stdout, stderr } = await start('--port', String(port), '--data', newDataFolder());
    server.close();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toBe(`Port ${port} is taken: choose another with --port, or 0 for any free one.`);
  });

  it('ends with one line if a write finds the disk full', async () => {
    const fillsDisk = `import { writeFileSync } from 'node:fs';
      const fill = (event) => event === 'uncaughtException' && setImmediate(() => writeFileSync('/dev/full', 'x'));
      process.on('newListener', fill);`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(fillsDisk)}`];

    const { code, stderr } = await startWith(preload, ['--help']);

    expect(code).toBe(1);
    expect(stderr).toBe(
      'The disk of the data folder is full: free some space, or name another folder with --data.\n',
    );
  });

  it('resets no folder that has files of others', async () => {
    const folder = newDataFolder();
    writeFileSync(join(folder, 'thesis.txt'), 'ten years of work');

    const { code, stderr } = await start('--reset', '--data', folder);

    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(
      /^--reset deletes only what the service stored, and .+ such as thesis\.txt: /,
    );
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  it('neither shares nor resets the folder of a service that runs', async () => {
    const data = inject('data');
    const before = readdirSync(data);

    const sharing = await start('--port', '0', '--data', data);
    const resetting = await start('--port', '0', '--data', data, '--reset');

    for (const { code, stderr } of [sharing, resetting]) {
      expect(code).toBe(1);
      expect(stderr.trim()).toMatch(
        /^The data folder .+ cannot be used: another process uses it\. Stop that one, or give another folder with --data\.$/,
      );
    }
    expect(readdirSync(data)).toEqual(expect.arrayContaining(before));
  });
});
