import { Stack, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { BucketDeployment } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { LOG_STREAMS } from '../constructs/service-function.ts';
import { wildcardFinding } from '../constructs/wildcard-finding.ts';

/** The resources that the CDK's function needs to copy files. */
interface DeployerReach {
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  readonly logGroup: ILogGroup;
}

/**
 * The role of the CDK's function that copies files: with only the permissions that its program needs
 * (https://github.com/aws/aws-cdk/tree/main/packages/aws-cdk-lib/aws-s3-deployment), since the CDK's own role may do
 * more.
 */
export function deployerRole(scope: Construct, { bucket, distribution, logGroup }: DeployerReach): iam.Role {
  const { partition, account, region } = Stack.of(scope);
  const sources = `arn:${partition}:s3:::cdk-*-assets-${account}-${region}/*`;
  const files = `${bucket.bucketArn}/*`;
  const allow = (actions: readonly string[], resource: string) =>
    new iam.PolicyStatement({ actions: [...actions], resources: [resource] });
  const role = new iam.Role(scope, 'DeployerRole', {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      access: new iam.PolicyDocument({
        statements: [
          allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn),
          allow(['s3:GetObject'], sources),
          allow(['s3:ListBucket', 's3:GetBucketTagging'], bucket.bucketArn),
          allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], files),
          allow(
            ['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'],
            `arn:${partition}:cloudfront::${account}:distribution/${distribution.distributionId}`,
          ),
        ],
      }),
    },
  });
  const reason = {
    sources:
      'The names of assets are hashes of their content; the bucket is that of the CDK, in this account and region.',
    files: 'The function writes every file of the console; the bucket has nothing else.',
  };
  Validations.of(role).acknowledge(
    { id: wildcardFinding(role, sources), reason: reason.sources },
    { id: wildcardFinding(role, files), reason: reason.files },
    { id: wildcardFinding(role, logGroup.logGroupArn), reason: LOG_STREAMS },
  );
  return role;
}

/** Acknowledges what cdk-nag finds in the function itself. All deployments with the same memory share one. */
export function acknowledgeDeployer(deployment: BucketDeployment): void {
  const stack = Stack.of(deployment);
  const [fn] = stack.node.children.filter(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!fn) throw new Error('The CDK renamed its function that copies files.');
  const reason = 'The CDK chooses the Python of its own function, which runs during a deployment only.';
  Validations.of(fn).acknowledge({ id: 'AwsSolutions-L1', reason });
}
