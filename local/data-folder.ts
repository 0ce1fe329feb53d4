import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openDatabase } from 'cdk-local/dynamodb/store/database.ts';
import { StartError } from 'cdk-local/start-error.ts';

/** The entries of the service in its data folder. */
const OURS =
  /^(cdk\.out|clock\.json|connection\.json(\.new)?|dynamodb|logs|queues|s3|schedules|\.write-test|\.DS_Store)$/;

/** Creates the data folder, or empties it for a reset; only the user can read it. Throws StartError. */
export async function prepareFolder({ data, reset }: { readonly data: string; readonly reset: boolean }) {
  try {
    process.umask(0o077);
    makeFolder(resolve(data));
    if (reset) await empty(data);
    const names = readdirSync(data);
    const ours = names.filter((name) => OURS.test(name));
    for (const name of ours) closeToOthers(join(data, name));
    // Other users may need other files in the folder.
    if (ours.length === names.length) chmodSync(data, 0o700);
    // Checking permissions is not enough: the file system may be read-only, or not support files at all.
    const probe = join(data, '.write-test');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${data} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Deletes what the service stored, but no other files, and not the data of a running service. */
async function empty(data: string): Promise<void> {
  const entries = readdirSync(data);
  const foreign = entries.filter((name) => !OURS.test(name));
  if (foreign.length > 0)
    throw new StartError(
      `--reset deletes only what the service stored, and ${resolve(data)} has other files, such as ${foreign[0]}: name another folder with --data, or delete them yourself.`,
    );
  if (entries.includes('dynamodb')) await (await openDatabase(join(data, 'dynamodb'))).close();
  for (const name of entries) rmSync(join(data, name), { recursive: true, force: true });
}

/** Makes a file, or a folder with its content, private to the user. Returns its path. */
export function closeToOthers(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
  if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
  return path;
}

/** Creates folder by folder: recursive `mkdirSync` never returns on file systems such as /proc. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${path} is not a folder.`);
  makeFolder(dirname(path));
  mkdirSync(path);
}
