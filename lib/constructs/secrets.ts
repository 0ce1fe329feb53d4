import { Validations } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import {
  CALLBACK_KEY_SECRET_ARN,
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from '../../lambdas/platform/variables/resources.ts';
import type { Variable } from '../../lambdas/platform/variables/variable.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { grantBedrock } from './bedrock-grant.ts';
import { removalPolicyOf } from './data-protection.ts';
import type { ServiceFunction } from './service-function.ts';

/** The name of a secret: fixed, so that commands find it. */
export const secretName = ({ name }: EnvironmentConfig, secret: string) =>
  `phone-call-agents/${name}/${secret}`;

/** The platform's accounts at its vendors, whose values the operator sets, and the generated key of callbacks. */
export class Secrets extends Construct {
  readonly #telephony: secretsmanager.Secret;
  readonly #llm: secretsmanager.Secret;
  readonly #llmVendorB: secretsmanager.Secret;
  readonly #callbackKey: secretsmanager.Secret;
  readonly #config: EnvironmentConfig;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#config = config;
    const removalPolicy = removalPolicyOf(config);
    const secret = (name: string, key: string, template = {}) =>
      new secretsmanager.Secret(this, name, {
        secretName: secretName(config, name.toLowerCase()),
        generateSecretString: { secretStringTemplate: JSON.stringify(template), generateStringKey: key },
        removalPolicy,
      });
    this.#telephony = secret('Telephony', 'auth_token', { account_sid: '' });
    this.#llm = secret('Llm', 'api_key');
    this.#llmVendorB = secret('Llm-Vendor-B', 'api_key');
    const reason =
      'The vendor issues the value, so AWS can’t rotate it. A new value takes effect within five minutes.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason });
    const callbackKey = new Construct(scope, 'CallbackKey');
    this.#callbackKey = new secretsmanager.Secret(callbackKey, 'Secret', {
      description: 'Derives the keys in callback URLs; don’t change it while the service has numbers',
      secretName: secretName(config, 'callback-key'),
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'key',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy,
    });
    Validations.of(callbackKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The vendor stores the URLs derived from it: a new value would cut off every number and every call in progress.',
    });
  }

  /** Permits a function to create and verify the keys of callback URLs, which are derived from this secret. */
  grantCallbackKey(fn: ServiceFunction): void {
    grant(fn, this.#callbackKey, { action: READ, variable: CALLBACK_KEY_SECRET_ARN });
  }

  /** Permits a function to use the telephony account. */
  grantTelephony(fn: ServiceFunction): void {
    grant(fn, this.#telephony, { action: READ, variable: TELEPHONY_SECRET_ARN });
  }

  /** Permits a function to use the language-model accounts, and the models of Amazon Bedrock, which need no secret. */
  grantLanguageModels(fn: ServiceFunction): void {
    grant(fn, this.#llm, { action: READ, variable: LLM_SECRET_ARN });
    grant(fn, this.#llmVendorB, { action: READ, variable: LLM_VENDOR_B_SECRET_ARN });
    grantBedrock(fn, this.#config);
  }

  /** Permits a function to list the versions of all secrets, without their values. */
  grantVersions(fn: ServiceFunction): void {
    grant(fn, this.#telephony, { action: LIST_VERSIONS, variable: TELEPHONY_SECRET_ARN });
    grant(fn, this.#llm, { action: LIST_VERSIONS, variable: LLM_SECRET_ARN });
    grant(fn, this.#llmVendorB, { action: LIST_VERSIONS, variable: LLM_VENDOR_B_SECRET_ARN });
  }
}

const READ = 'secretsmanager:GetSecretValue';
const LIST_VERSIONS = 'secretsmanager:ListSecretVersionIds';

function grant(
  fn: ServiceFunction,
  secret: secretsmanager.Secret,
  { action, variable }: { readonly action: string; readonly variable: Variable<string> },
): void {
  fn.allow([action], [secret.secretArn]);
  fn.setVariable(variable, secret.secretArn);
}
