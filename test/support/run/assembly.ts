import { synthesizeApart } from '../../../local/synthesize-apart.ts';
import { oncePerRun, shareText } from './once-per-run.ts';

/** The directory of an environment's cloud assembly, which is synthesized once in a test run. */
export const sharedAssembly = (environment: string): Promise<string> =>
  oncePerRun(`assembly-${environment}`, (folder) => synthesizeApart(environment, folder));

/** Lets the test run share an existing assembly. */
export const shareAssembly = (environment: string, directory: string): void =>
  shareText(`assembly-${environment}`, directory);
