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
import type { ServiceFunction } from './service-function.ts';

/** The platform's accounts at its vendors; the operator sets the real values after the first deployment. */
export class VendorSecrets extends Construct {
  readonly #telephony: secretsmanager.Secret;
  readonly #llm: secretsmanager.Secret;
  readonly #llmVendorB: secretsmanager.Secret;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    const secret = (name: string, template: object, key: string) =>
      new secretsmanager.Secret(this, name, {
        secretName: `phone-call-agents/${config.name}/${name.toLowerCase()}`,
        generateSecretString: { secretStringTemplate: JSON.stringify(template), generateStringKey: key },
        removalPolicy: config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.#telephony = secret('Telephony', { account_sid: '' }, 'auth_token');
    this.#llm = secret('Llm', {}, 'api_key');
    this.#llmVendorB = secret('Llm-Vendor-B', {}, 'api_key');
    const reason =
      'The vendor issues the value: nothing here could rotate it. A new value takes effect within five minutes.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  }

  /** Permits a function to use the telephony account. */
  grantTelephony(fn: ServiceFunction): void {
    grant(fn, this.#telephony, TELEPHONY_SECRET_ARN);
  }

  /** Permits a function to use the language-model accounts. */
  grantLanguageModels(fn: ServiceFunction): void {
    grant(fn, this.#llm, LLM_SECRET_ARN);
    grant(fn, this.#llmVendorB, LLM_VENDOR_B_SECRET_ARN);
  }
}

function grant(fn: ServiceFunction, secret: secretsmanager.Secret, variable: Variable<string>): void {
  fn.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
  fn.setVariable(variable, secret.secretArn);
}
