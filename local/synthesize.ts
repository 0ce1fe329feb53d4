import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { StartError } from 'cdk-local/start-error.ts';
import { bundleFunctions } from '../lib/bundles.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { findEnvironment, stageId } from '../lib/config/environments.ts';
import { PhoneCallAgents } from '../lib/phone-call-agents.ts';

/** Additional settings of an environment on a laptop. */
export interface Additions {
  /** The folder of the console's built pages. @default no console */
  readonly consoleDirectory?: string | undefined;
}

/** Synthesizes an environment in `directory`, as `cdk synth` does. Returns the cloud assembly's directory. */
export async function synthesize(
  name: string,
  directory: string,
  { consoleDirectory }: Additions = {},
): Promise<string> {
  // A laptop has no DNS.
  const { domains: _, ...config } = await findEnvironment(name);
  const added = {
    ...(consoleDirectory !== undefined && { console: { directory: consoleDirectory } }),
  };
  return synthesizeEnvironment({ ...config, ...added }, directory);
}

/** The same for an environment outside the app. */
export function synthesizeEnvironment(config: EnvironmentConfig, directory: string): string {
  const outdir = join(directory, 'cdk.out');
  rmSync(outdir, { recursive: true, force: true });
  // Skips template validation, which `cdk synth` does and a start shouldn't wait for.
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  new PhoneCallAgents(app, stageId(config.name), { config, bundles: bundle() });
  return app.synth().directory;
}

function bundle() {
  try {
    return bundleFunctions();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StartError(`esbuild cannot bundle the functions: ${reason}`);
  }
}
