import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { Store } from '../constructs/store.ts';
import { VendorSecrets } from '../constructs/vendor-secrets.ts';

/** What outlives every other stack: the table with its key, and the secrets. */
export class DataStack extends Stack {
  readonly store: Store;
  readonly secrets: VendorSecrets;

  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { readonly config: EnvironmentConfig }) {
    super(scope, id, { ...props, terminationProtection: config.protectData });
    this.store = new Store(this, 'Store', { config });
    this.secrets = new VendorSecrets(this, 'Secrets', { config });
  }
}
