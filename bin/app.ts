import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/bundles.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { production } from '../lib/config/production.ts';
import { withRollout } from '../lib/config/rollout.ts';
import { staging } from '../lib/config/staging.ts';
import { EnvironmentStage } from '../lib/environment-stage.ts';
import { deployedByPipeline } from '../lib/stacks/deploy-role-stack.ts';

// The command-line tool would report a finding of the validations without failing.
const app = new App({ postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true } });
const bundles = bundleFunctions();
const configured = (config: EnvironmentConfig) => withRollout(config, app.node.tryGetContext('rollout'));
for (const [id, config] of Object.entries({
  Staging: configured(staging),
  Production: configured(production),
}))
  deployedByPipeline(app, new EnvironmentStage(app, id, { config, bundles }), config);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
