import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { StartError } from 'cdk-local/start-error.ts';
import type { EnvironmentName } from './synthesize.ts';

/** Exit code of the process when the person who started it can mend the fault; its error output is the line for them. */
export const MENDABLE = 3;

/**
 * Synthesizes an environment in a process of its own, which takes its 250 MB along when it ends: the CDK and the bundler
 * would stay in this one's memory. Resolves with the directory of the cloud assembly.
 */
export function synthesizeApart(name: EnvironmentName, directory: string): Promise<string> {
  const program = join(import.meta.dirname, 'synthesize-process.ts');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, name, directory], (error, output, errors) => {
      if (!error) resolve(output.trim());
      else
        reject(error.code === MENDABLE ? new StartError(errors.trim()) : new Error(errors || error.message));
    });
  });
}
