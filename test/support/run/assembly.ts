import type { EnvironmentName } from '../../../local/synthesize.ts';
import { synthesizeApart } from '../../../local/synthesize-apart.ts';
import { oncePerRun, shareText } from './once-per-run.ts';

/** The directory of an environment's cloud assembly, which is synthesized once in a test run. */
export const sharedAssembly = (environment: EnvironmentName): Promise<string> =>
  oncePerRun(`assembly-${environment}`, (folder) => synthesizeApart(environment, folder));

/** Lets the test run share an existing assembly. */
export const shareAssembly = (environment: EnvironmentName, directory: string): void =>
  shareText(`assembly-${environment}`, directory);
