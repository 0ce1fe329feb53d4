import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { StartError } from 'cdk-local/start-error.ts';
import * as z from 'zod';
import { bundleFunctions } from '../lib/bundles.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { production } from '../lib/config/production.ts';
import { staging } from '../lib/config/staging.ts';
import { EnvironmentStage } from '../lib/environment-stage.ts';

const environments = {
  staging: { id: 'Staging', config: staging },
  production: { id: 'Production', config: production },
};

/** The name of an environment of the CDK app. */
export type EnvironmentName = keyof typeof environments;

export const isEnvironmentName = (name: string): name is EnvironmentName => Object.hasOwn(environments, name);

/** An environment of the CDK app: the id of its stage, and its configuration. */
interface Environment {
  readonly id: string;
  readonly config: EnvironmentConfig;
}

/** What an environment has on a laptop besides its configuration. */
export interface Additions {
  /** The folder of the console's built pages. @default no console */
  readonly consoleDirectory?: string | undefined;
}

/** Synthesizes one environment in `directory`, as `cdk synth` does. Returns the cloud assembly's directory. */
export function synthesize(
  name: EnvironmentName,
  directory: string,
  { consoleDirectory }: Additions = {},
): string {
  // A laptop has no DNS.
  const {
    id,
    config: { domains: _, ...config },
  } = environments[name];
  const added = {
    ...(consoleDirectory !== undefined && { console: { directory: consoleDirectory } }),
  };
  return synthesizeEnvironment({ id, config: { ...config, ...added } }, directory);
}

/** The same for an environment that is not in the app. */
export function synthesizeEnvironment({ id, config }: Environment, directory: string): string {
  const outdir = join(directory, 'cdk.out');
  rmSync(outdir, { recursive: true, force: true });
  // `cdk synth` validates the templates; a start should not wait for that.
  const app = new App({
    outdir,
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  new EnvironmentStage(app, id, { config, bundles: bundle() });
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

/** The context in `cdk.json`, as the CDK's command-line tool passes it on. */
export function projectContext(): Record<string, unknown> {
  const settings: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'cdk.json'), 'utf8'));
  return z.object({ context: z.record(z.string(), z.unknown()) }).parse(settings).context;
}
