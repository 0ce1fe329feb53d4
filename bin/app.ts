import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/bundles.ts';
import { production } from '../lib/config/production.ts';
import { staging } from '../lib/config/staging.ts';
import { EnvironmentStage } from '../lib/environment-stage.ts';

// The command-line tool would report a finding of the validations without failing.
const app = new App({ postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true } });
const bundles = bundleFunctions();
new EnvironmentStage(app, 'Staging', { config: staging, bundles });
new EnvironmentStage(app, 'Production', { config: production, bundles });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
