import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';
import type { Additions } from './synthesize.ts';

/** Exit code for problems that the user can fix; stderr then has the message. */
export const MENDABLE = 3;

/** Synthesizes an environment in a process of its own, to free 250 MB afterwards. Resolves with the directory. */
export function synthesizeApart(
  name: string,
  directory: string,
  { consoleDirectory }: Additions = {},
): Promise<string> {
  const program = join(import.meta.dirname, `synthesize-process${extname(import.meta.filename)}`);
  const added = JSON.stringify({ consoleDirectory });
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, name, directory, added], (error, output, errors) => {
      if (!error) resolve(output.trim());
      else
        reject(error.code === MENDABLE ? new StartError(errors.trim()) : new Error(errors || error.message));
    });
  });
}
