import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { acknowledgeDeployer, deployerRole } from './deployer-role.ts';

/** The folder of the console's pages. Throws if they were not built. */
function builtPages({ directory = BUILT_CONSOLE }: NonNullable<EnvironmentConfig['console']>): string {
  if (isBuilt(directory)) return directory;
  throw new Error(
    `The console is not built: ${directory} has no index.html. Run "npm run console:build", or leave \`console\` out of the configuration.`,
  );
}

/** The console's files, which only CloudFront reads. Those in `assets` have hashes and stay for pages still open. */
export class ConsoleFiles extends Construct {
  readonly bucket: s3.IBucket;
  readonly #config: EnvironmentConfig;
  readonly #directory: string;

  constructor(
    scope: Construct,
    id: string,
    {
      config,
      console: pages,
    }: { readonly config: EnvironmentConfig; readonly console: NonNullable<EnvironmentConfig['console']> },
  ) {
    super(scope, id);
    this.#config = config;
    this.#directory = builtPages(pages);
    const bucket = new s3.Bucket(this, 'Bucket', {
      // The files are the same for everybody, and public like their source.
      encryption: s3.BucketEncryption.S3_MANAGED,
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      // CloudFormation can't delete a bucket with files, so the stack could be neither destroyed nor rolled back.
      autoDeleteObjects: true,
    });
    const reason =
      'The bucket has the files of the console, which are public, and only CloudFront reads them.';
    Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
    // The CDK's class lets `isWebsite` be undefined, which its interface does not under exactOptionalPropertyTypes.
    this.bucket = bucket as s3.IBucket;
  }

  /** Deploys the files with hashes first, because the page refers to them; CloudFront invalidates the others. */
  deploy(distribution: Distribution): void {
    const { bucket } = this;
    const logGroup = new LogGroup(this, 'Log', {
      retention: this.#config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const shared = {
      sources: [Source.asset(this.#directory)],
      destinationBucket: bucket,
      // Files of former versions stay for pages that are open.
      prune: false,
      retainOnDelete: false,
      memoryLimit: 256,
      logGroup,
      role: deployerRole(this, { bucket, distribution, logGroup }).withoutPolicyUpdates(),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const others = new BucketDeployment(this, 'Others', {
      ...shared,
      exclude: ['assets/*', 'index.html', '.*'],
      cacheControl: [CacheControl.fromString('public, max-age=3600')],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...shared,
      exclude: ['*'],
      include: ['index.html'],
      cacheControl: [CacheControl.fromString('no-cache')],
      distribution,
      distributionPaths: ['/*'],
    });
    others.node.addDependency(assets);
    pages.node.addDependency(others);
    acknowledgeDeployer(pages);
  }
}

export const BUILT_CONSOLE = join(import.meta.dirname, '..', '..', 'console', 'dist');

export const isBuilt = (directory: string): boolean => existsSync(join(directory, 'index.html'));
