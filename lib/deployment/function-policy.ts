import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, each, type Reach, regional, TAGS, TAGS_AND_LIST } from './reach.ts';

/** Functions with their versions, triggers, code and logs, and their gradual rollouts. `assets`: the CDK's bucket. */
export function functionPolicy(reach: Reach, assets: string): PolicyStatement[] {
  const { stage } = reach;
  return [
    allow(
      'lambda',
      [
        ...each(['Create', 'Delete', 'Get', 'Update'], ['Alias']),
        ...TAGS,
        'AddPermission',
        'CreateFunction',
        'DeleteFunction',
        'DeleteFunctionConcurrency',
        'DeleteFunctionEventInvokeConfig',
        'GetFunction',
        'GetFunctionCodeSigningConfig',
        'GetFunctionConfiguration',
        'GetFunctionEventInvokeConfig',
        'GetFunctionRecursionConfig',
        'GetFunctionScalingConfig',
        'GetPolicy',
        'GetProvisionedConcurrencyConfig',
        'GetRuntimeManagementConfig',
        // The CDK's own function, which copies the console's files.
        'InvokeFunction',
        'ListVersionsByFunction',
        'PublishVersion',
        'PutFunctionConcurrency',
        'PutFunctionEventInvokeConfig',
        'RemovePermission',
        'UpdateFunctionCode',
        'UpdateFunctionConfiguration',
        'UpdateFunctionEventInvokeConfig',
      ],
      regional(reach, 'lambda', `function:${stage}-*`),
    ),
    allow(
      'lambda',
      ['DeleteLayerVersion', 'GetLayerVersion', 'PublishLayerVersion'],
      regional(reach, 'lambda', 'layer:*'),
    ),
    // The ids of mappings are random, and they have none before they are made.
    allow(
      'lambda',
      [...each(['Create', 'Delete', 'Get', 'Update'], ['EventSourceMapping']), ...TAGS, 'ListTags'],
      ['*'],
    ),
    allow('s3', ['GetObject', 'GetObjectVersion'], [`arn:${reach.partition}:s3:::${assets}/*`]),
    // The monitoring stack reads outputs of the others.
    allow('cloudformation', ['DescribeStacks'], regional(reach, 'cloudformation', `stack/${stage}-*/*`)),
    allow('ssm', ['GetParameters'], regional(reach, 'ssm', 'parameter/cdk-bootstrap/*')),
    allow(
      'codedeploy',
      [
        ...each(['Create', 'Delete', 'Get'], ['Application', 'DeploymentGroup']),
        ...TAGS_AND_LIST,
        'CreateDeployment',
        'GetApplicationRevision',
        'GetDeployment',
        'GetDeploymentConfig',
        'ListDeployments',
        'RegisterApplicationRevision',
        'StopDeployment',
        'UpdateDeploymentGroup',
      ],
      regional(
        reach,
        'codedeploy',
        `application:${stage}-*`,
        `deploymentgroup:${stage}-*`,
        'deploymentconfig:*',
      ),
    ),
    allow(
      'logs',
      [
        ...TAGS_AND_LIST,
        'CreateLogGroup',
        'DeleteLogGroup',
        'DescribeIndexPolicies',
        'GetDataProtectionPolicy',
        'PutRetentionPolicy',
      ],
      regional(reach, 'logs', `log-group:${stage}-*`),
    ),
    allow(
      'logs',
      [
        'DeleteQueryDefinition',
        'DescribeLogGroups',
        'DescribeQueryDefinitions',
        'DescribeResourcePolicies',
        'PutQueryDefinition',
      ],
      ['*'],
    ),
  ];
}
