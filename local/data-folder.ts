import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';

/** Creates the data folder, or empties it for a reset. Throws StartError if nothing can be stored there. */
export function prepareFolder({ data, reset }: { readonly data: string; readonly reset: boolean }): void {
  try {
    makeFolder(resolve(data));
    if (reset) {
      rmSync(data, { recursive: true, force: true });
      makeFolder(resolve(data));
    }
    // Permissions are not enough: the file system may be read-only, or not store files at all.
    const probe = join(data, '.write-test');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${data} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
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
