import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { ApiLogging } from '../constructs/api-logging.ts';
import { Store } from '../constructs/store.ts';
import { VendorSecrets } from '../constructs/vendor-secrets.ts';

/** What outlives every other stack and is needed by them: the table with its key, the secrets, and the account's log setting. */
export class DataStack extends Stack {
  readonly store: Store;
  readonly secrets: VendorSecrets;

  constructor(
    scope: Construct,
    id: string,
    { config, ...props }: StackProps & { readonly config: EnvironmentConfig },
  ) {
    super(scope, id, { ...props, terminationProtection: config.protectData });
    new ApiLogging(this, 'ApiLogging');
    this.store = new Store(this, 'Store', { config });
    this.secrets = new VendorSecrets(this, 'Secrets', { config });
  }
}
