import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

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

/** The folder of DynamoDB Local's jar, downloaded the first time. Rejects if that fails. */
export async function installDynamoDbLocal(): Promise<string> {
  const installed = join(CACHE, PACKAGE);
  if (!existsSync(installed)) await fetchPackage(installed);
  return join(installed, 'package', 'emulator');
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
