import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import {
  LLM_SECRET_ARN,
  LLM_VENDOR_B_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from '../../lambdas/runtime/variables/resources.ts';
import type { Variable } from '../../lambdas/runtime/variables/variable.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { grantBedrock } from './bedrock-grant.ts';
import type { ServiceFunction } from './service-function.ts';

/** The name of a secret: fixed, so that commands find it. */
export const secretName = ({ name }: EnvironmentConfig, secret: string) =>
  `phone-call-agents/${name}/${secret}`;

/** The platform's accounts at its vendors; the operator sets the real values after the first deployment. */
export class VendorSecrets extends Construct {
  readonly #telephony: secretsmanager.Secret;
  readonly #llm: secretsmanager.Secret;
  readonly #llmVendorB: secretsmanager.Secret;
  readonly #config: EnvironmentConfig;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#config = config;
    const kept = config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const secret = (name: string, key: string, template = {}) =>
      new secretsmanager.Secret(this, name, {
        secretName: secretName(config, name.toLowerCase()),
        generateSecretString: { secretStringTemplate: JSON.stringify(template), generateStringKey: key },
        removalPolicy: kept,
      });
    this.#telephony = secret('Telephony', 'auth_token', { account_sid: '' });
    this.#llm = secret('Llm', 'api_key');
    this.#llmVendorB = secret('Llm-Vendor-B', 'api_key');
    const reason =
      'The vendor issues the value: nothing here could rotate it. A new value takes effect within five minutes.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason });
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
