import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { CallbackKey } from './callback-key.ts';
import type { Recordings } from './recordings.ts';
import type { Store } from './store.ts';
import type { VendorSecrets } from './vendor-secrets.ts';

/** The resources that functions of every stack use. */
export interface SharedResources {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly bus: EventBus;
  readonly secrets: VendorSecrets;
  readonly callbackKey: CallbackKey;
}
