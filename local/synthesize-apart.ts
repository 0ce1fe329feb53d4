import { execFile } from 'node:child_process';
import { extname, join } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';
import type { Additions } from './synthesize.ts';

/** Exit code for faults that the user can fix; its error output is the line for them. */
export const MENDABLE = 3;

/**
 * Synthesizes an environment in its own process, whose 250 MB are freed at its end: the CDK and the bundler would stay
 * in memory otherwise. Resolves with the cloud assembly's directory.
 */
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
