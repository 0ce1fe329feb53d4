import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { EnvironmentStage } from '../../../lib/environment-stage.ts';
import { projectContext } from '../../../local/synthesize.ts';

/** The templates of an environment's stacks by their ids, with functions that do nothing. Throws what `cdk synth` would. */
export function stageTemplates(config: EnvironmentConfig): Readonly<Record<string, Template>> {
  const code = mkdtempSync(join(tmpdir(), 'function-'));
  try {
    writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
    const app = new App({
      context: projectContext(),
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
    });
    const { stacks } = new EnvironmentStage(app, 'Tried', { config, bundles: () => code }).synth();
    return Object.fromEntries(
      stacks.map(({ stackName, template }) => [stackName.replace('Tried-', ''), Template.fromJSON(template)]),
    );
  } finally {
    rmSync(code, { recursive: true });
  }
}
