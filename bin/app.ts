import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ConfigurationError } from '../lib/config/configuration-error.ts';
import { environmentNames, findEnvironment, stageId } from '../lib/config/environments.ts';
import { PhoneCallAgents } from '../lib/phone-call-agents.ts';

// The CDK's command line reports validation findings without failing.
const app = new App({ postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true } });
try {
  for (const name of environmentNames())
    new PhoneCallAgents(app, stageId(name), { config: await findEnvironment(name) });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exit(1);
}
