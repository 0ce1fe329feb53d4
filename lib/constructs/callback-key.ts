import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { CALLBACK_KEY_SECRET_ARN } from '../../lambdas/runtime/variables/resources.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import type { ServiceFunction } from './service-function.ts';
import { secretName } from './vendor-secrets.ts';

/** The secret from which the keys of callback URLs are derived. It is generated; nobody has to set it. */
export class CallbackKey extends Construct {
  readonly #secret: secretsmanager.Secret;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#secret = new secretsmanager.Secret(this, 'Secret', {
      description: 'Makes the keys in the addresses of callbacks; do not change it while numbers are held',
      secretName: secretName(config, 'callback-key'),
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const reason =
      'The vendor keeps the addresses that are made with it: a new value would cut off every number and every call under way.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  }

  /** Permits a function to create and verify keys. */
  grant(fn: ServiceFunction): void {
    fn.allow(['secretsmanager:GetSecretValue'], [this.#secret.secretArn]);
    fn.setVariable(CALLBACK_KEY_SECRET_ARN, this.#secret.secretArn);
  }
}
