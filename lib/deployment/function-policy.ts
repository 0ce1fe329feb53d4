import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, type Reach, regional } from './reach.ts';

/** Functions with their versions, triggers, code and logs, and their gradual rollouts. `assets`: the CDK's bucket. */
export function functionPolicy(reach: Reach, assets: string): PolicyStatement[] {
  const { stage } = reach;
  return [
    allow(
      'lambda',
      [
        'AddPermission',
        'CreateAlias',
        'CreateFunction',
        'DeleteAlias',
        'DeleteFunction',
        'DeleteFunctionConcurrency',
        'DeleteFunctionEventInvokeConfig',
        'GetAlias',
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
        'TagResource',
        'UntagResource',
        'UpdateAlias',
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
      [
        'CreateEventSourceMapping',
        'DeleteEventSourceMapping',
        'GetEventSourceMapping',
        'ListTags',
        'TagResource',
        'UntagResource',
        'UpdateEventSourceMapping',
      ],
      ['*'],
    ),
    allow('s3', ['GetObject', 'GetObjectVersion'], [`arn:${reach.partition}:s3:::${assets}/*`]),
    // The monitoring stack reads outputs of the others.
    allow('cloudformation', ['DescribeStacks'], regional(reach, 'cloudformation', `stack/${stage}-*/*`)),
    allow('ssm', ['GetParameters'], regional(reach, 'ssm', 'parameter/cdk-bootstrap/*')),
    allow(
      'codedeploy',
      [
        'CreateApplication',
        'CreateDeployment',
        'CreateDeploymentGroup',
        'DeleteApplication',
        'DeleteDeploymentGroup',
        'GetApplication',
        'GetApplicationRevision',
        'GetDeployment',
        'GetDeploymentConfig',
        'GetDeploymentGroup',
        'ListDeployments',
        'ListTagsForResource',
        'RegisterApplicationRevision',
        'StopDeployment',
        'TagResource',
        'UntagResource',
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
        'CreateLogGroup',
        'DeleteLogGroup',
        'DescribeIndexPolicies',
        'GetDataProtectionPolicy',
        'ListTagsForResource',
        'PutRetentionPolicy',
        'TagResource',
        'UntagResource',
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
