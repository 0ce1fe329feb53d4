import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeConnection } from '../../../../local/connection-file.ts';

const program = join(import.meta.dirname, '../../../../local/call/call.ts');

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

/** A URL without a listener. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

it('ends with code 1 and one line for a wrong flag', async () => {
  expect(await run('--colour')).toEqual({
    code: 1,
    errors: "Unknown option '--colour'. See npm run call -- --help.\n",
  });
});

it('explains how to start the service if it never ran and there is no terminal', async () => {
  const data = dataFolder();

  const result = await run('--data', data);

  expect(result).toEqual({
    code: 1,
    errors: `No service runs on the data folder ${data}. Start it with "npm start -- --data ${data}" first.\n`,
  });
});

it('explains how to start a service that has stopped', async () => {
  const data = dataFolder();
  const url = await deadUrl();
  writeConnection(data, {
    base_url: url,
    access_token: 'token',
    second_access_token: 'token',
    phone_number: '+15550002222',
    openapi_url: 'http://127.0.0.1/v1/openapi.json',
    websocket_url: url,
    carrier_url: url,
    model_url: url,
    bedrock_url: url,
    vector_database_url: url,
    aws_endpoint_url: url,
  });

  const result = await run('--data', data);

  expect(result).toEqual({
    code: 1,
    errors: `No service answers at ${url}. Start it with "npm start -- --data ${data}" first.\n`,
  });
});
