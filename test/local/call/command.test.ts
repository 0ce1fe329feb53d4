import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const program = join(import.meta.dirname, '../../../local/call/call.ts');

/** Runs the command. Returns its exit code and its error output. */
function run(...args: string[]): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve) => {
    const limits = { timeout: 50_000, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [program, ...args], limits, (_, __, errors) => {
      resolve({ code: child.exitCode, errors });
    });
    child.stdin?.end();
  });
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'call-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('explains how to start the service if it never ran and there is no terminal', async () => {
  const data = dataFolder();

  const result = await run('--data', data);

  expect(result).toEqual({
    code: 1,
    errors: `No service is running on the data folder ${data}. Start it with "npm start -- --data ${data}" first, or name its folder with --data.\n`,
  });
});
