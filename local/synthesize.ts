import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundles.ts';
import { production } from '../lib/config/production.ts';
import { staging } from '../lib/config/staging.ts';
import { EnvironmentStage } from '../lib/environment-stage.ts';

const environments = { staging: { id: 'Staging', config: staging }, production: { id: 'Production', config: production } };

/** Synthesizes one environment, as `cdk synth` does, below `directory`; gives the cloud assembly's directory. */
export function synthesize(environment: keyof typeof environments, directory: string): string {
  const outdir = join(directory, 'cdk.out');
  rmSync(outdir, { recursive: true, force: true });
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  const { id, config } = environments[environment];
  new EnvironmentStage(app, id, { config, bundles: bundleFunctions() });
  return app.synth().directory;
}
