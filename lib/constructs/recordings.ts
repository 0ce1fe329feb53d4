import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { UPLOADS } from '../../lambdas/campaigns/store/keys.ts';
import type { RecordingAction } from '../../lambdas/platform/grants.ts';
import { RECORDINGS_URL } from '../../lambdas/platform/variables/resources.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { removalPolicyOf } from './data-protection.ts';
import type { ServiceFunction } from './service-function.ts';

/** The actions on the key that S3 requires for each action on recordings. */
const KEY_ACTIONS = {
  GetObject: ['kms:Decrypt'],
  PutObject: ['kms:GenerateDataKey'],
  DeleteObject: [],
} as const satisfies Record<RecordingAction, readonly string[]>;

/** When recordings, uploads and their former versions expire. A delete marker without other versions needs its own rule. */
function lifecycleOf({ days, versionDays }: EnvironmentConfig['recordings']): s3.LifecycleRule[] {
  const current = { expiration: Duration.days(days) };
  const day = Duration.days(1);
  const uploads = { prefix: UPLOADS, expiration: day };
  if (versionDays === undefined) return [current, uploads];
  return [
    { ...uploads, noncurrentVersionExpiration: day },
    { ...current, noncurrentVersionExpiration: Duration.days(versionDays) },
    { expiredObjectDeleteMarker: true },
  ];
}

export class Recordings extends Construct {
  readonly #bucket: s3.Bucket;
  readonly #key: kms.IKey;

  constructor(
    scope: Construct,
    id: string,
    { config, key }: { readonly config: EnvironmentConfig; readonly key: kms.IKey },
  ) {
    super(scope, id);
    this.#key = key;
    this.#bucket = new s3.Bucket(this, 'Bucket', {
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: key,
      // Without a bucket key, S3 uses the KMS key for each request, which costs money.
      bucketKeyEnabled: true,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      versioned: config.recordings.versionDays !== undefined,
      lifecycleRules: lifecycleOf(config.recordings),
      removalPolicy: removalPolicyOf(config),
    });
    const reason =
      'Only three functions, and holders of links that one of them signed for five minutes, can reach recordings; the functions log their requests, so a second log isn’t worth its cost.';
    Validations.of(this.#bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
  }

  get bucketArn(): string {
    return this.#bucket.bucketArn;
  }

  get url(): string {
    return `https://${this.#bucket.bucketRegionalDomainName}`;
  }

  /** Permits a function these S3 actions on the recordings, and sets their URL as a variable. */
  grant(fn: ServiceFunction, actions: readonly RecordingAction[]): void {
    // Imported by name, because the functions that acknowledge the finding are in other stacks.
    const objects = `${Stack.of(this).exportValue(this.#bucket.bucketArn)}/*`;
    fn.allow(
      actions.map((action) => `s3:${action}`),
      [objects],
      { wildcard: 'Recordings are named after users and calls; the permission is for this one bucket.' },
    );
    const keyActions = actions.flatMap((action) => KEY_ACTIONS[action]);
    if (keyActions.length > 0) fn.allow(keyActions, [this.#key.keyArn]);
    fn.setVariable(RECORDINGS_URL, this.url);
  }
}
