import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openDatabase } from 'cdk-local/dynamodb/store/database.ts';
import { StartError } from 'cdk-local/start-error.ts';

/** What the service keeps in its data folder. */
const OURS =
  /^(cdk\.out|connection\.json(\.new)?|dynamodb|logs|queues|s3|schedules|\.write-test|\.DS_Store)$/;

/**
 * Creates the data folder, or empties it for a reset. Only the process's user can read it and what the process writes
 * from now on. Throws StartError if nothing can be stored there.
 */
export async function prepareFolder({ data, reset }: { readonly data: string; readonly reset: boolean }) {
  try {
    process.umask(0o077);
    makeFolder(resolve(data));
    if (reset) await empty(data);
    const names = readdirSync(data);
    const ours = names.filter((name) => OURS.test(name));
    for (const name of ours) closeToOthers(join(data, name));
    // Others may need what else is in the folder.
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

/** Deletes what the service has stored: neither files of others, nor data of a service that runs. */
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

/** Closes a file, or a folder with all that is in it, to other users. Returns its path. */
export function closeToOthers(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
  if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
  return path;
}

/**
 * Creates folder by folder: `mkdirSync` with `recursive` does not return if a file system such as /proc denies that its
 * folder exists.
 */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${path} is not a folder.`);
  makeFolder(dirname(path));
  mkdirSync(path);
}
