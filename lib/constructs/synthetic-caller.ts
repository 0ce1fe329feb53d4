import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { SYNTHETIC_CALL_SECRET_ARN } from '../../lambdas/runtime/variables/resources.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { ServiceFunction } from './service-function.ts';
import { secretName } from './vendor-secrets.ts';

/** The access token of the user who places synthetic calls; the operator sets it after the first deployment. */
export class SyntheticCaller extends Construct {
  readonly #secret: secretsmanager.Secret;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#secret = new secretsmanager.Secret(this, 'Token', {
      secretName: secretName(config, 'synthetic-call'),
      description: 'The access token of synthetic calls: {"access_token": "…"}',
      // No secret value: without a token, no call is placed.
      secretStringValue: SecretValue.unsafePlainText('{}'),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const reason = 'The token is one of our own API: its user rotates it with npm run token.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  }

  /** Permits a function to read the token. */
  grant(fn: ServiceFunction): void {
    fn.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
    fn.setVariable(SYNTHETIC_CALL_SECRET_ARN, this.#secret.secretArn);
  }
}
