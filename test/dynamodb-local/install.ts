import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

/** An npm package that carries Amazon's DynamoDB Local beside 280 dependencies, which are not wanted. */
const PACKAGE = 'amplify-dynamodb-simulator@2.9.30';
/** What the package is known to hold; npm computes it from what it fetched. */
const INTEGRITY =
  'sha512-xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';
/** npm's own patience is more than a minute, which is long on a train. */
const RETRIES = ['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'dynamodb-local');

const packed = z.tuple([z.object({ filename: z.string(), integrity: z.string() })]);
const run = promisify(execFile);

/** The folder of DynamoDB Local's jar, which is fetched the first time; rejects when it cannot be. */
export async function installDynamoDbLocal(): Promise<string> {
  const installed = join(CACHE, PACKAGE);
  if (!existsSync(installed)) await fetchPackage(installed);
  return join(installed, 'package', 'emulator');
}

async function fetchPackage(target: string): Promise<void> {
  console.log("Fetching Amazon's DynamoDB Local (57 MB), this once …");
  mkdirSync(CACHE, { recursive: true });
  // A fetch that is broken off leaves nothing that could be taken for a whole one.
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--json', '--loglevel=error', ...RETRIES], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    const [{ filename, integrity }] = packed.parse(JSON.parse(stdout));
    if (integrity !== INTEGRITY) throw new Error(`${PACKAGE} is not the package that it was.`);
    await run('tar', ['-xzf', filename], { cwd: folder });
    rmSync(join(folder, filename));
    renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
