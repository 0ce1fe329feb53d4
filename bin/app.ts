import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/bundles.ts';
import { ConfigurationError } from '../lib/config/configuration-error.ts';
import { environmentNames, findEnvironment, stageId } from '../lib/config/environments.ts';
import { withRollout } from '../lib/config/rollout.ts';
import { EnvironmentStage } from '../lib/environment-stage.ts';
import { deployedByPipeline } from '../lib/stacks/deploy-role-stack.ts';

// The command-line tool would report a finding of the validations without failing.
const app = new App({ postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true } });
const bundles = bundleFunctions();
try {
  for (const name of environmentNames()) {
    const config = withRollout(await findEnvironment(name), app.node.tryGetContext('rollout'));
    deployedByPipeline(app, new EnvironmentStage(app, stageId(name), { config, bundles }), config);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exit(1);
}
