import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { globalName } from '../config/global-name.ts';
import { allow, global, type Reach } from './environment-arns.ts';

export const boundaryName = (environment: Pick<Reach, 'name' | 'region'>) =>
  `${globalName(environment)}-boundary`;

/** The maximum permissions of any role of the environment: none assumes another, or changes roles or stacks. */
export function boundary(reach: Reach): PolicyStatement[] {
  const everything = ['*'];
  return [
    allow('backup', ['*'], everything),
    allow('backup-storage', ['*'], everything),
    allow('bedrock', ['InvokeModelWithResponseStream'], everything),
    allow('cloudfront', ['CreateInvalidation', 'GetInvalidation'], everything),
    allow('cloudwatch', ['DescribeAlarms', 'GetMetricData'], everything),
    allow('dynamodb', ['*'], everything),
    allow('events', ['*'], everything),
    allow('execute-api', ['ManageConnections'], everything),
    allow('iam', ['PassRole'], global(reach, 'iam', `role/${reach.stage}-*`)),
    allow(
      'kms',
      ['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'],
      everything,
    ),
    allow(
      'lambda',
      ['GetAlias', 'GetProvisionedConcurrencyConfig', 'InvokeFunction', 'UpdateAlias'],
      everything,
    ),
    allow('logs', ['*'], everything),
    allow('s3', ['*'], everything),
    allow('scheduler', ['*'], everything),
    allow('secretsmanager', ['GetSecretValue', 'ListSecretVersionIds'], everything),
    allow('sns', ['Publish'], everything),
    allow('sqs', ['*'], everything),
    allow('tag', ['GetResources'], everything),
    allow('xray', ['PutTelemetryRecords', 'PutTraceSegments'], everything),
  ];
}
