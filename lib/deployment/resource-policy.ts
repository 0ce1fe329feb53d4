import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { globalName } from '../config/global-name.ts';
import { allow, each, global, type Reach, regional } from './environment-arns.ts';

/** The actions that tag and untag resources, and those that also list tags. */
const TAGS = ['TagResource', 'UntagResource'];
const TAGS_AND_LIST = [...TAGS, 'ListTagsForResource'];

/** The paths of API Gateway's resources; APIs have random ids. */
const API_PATHS = ['account', 'apis*', 'domainnames*', 'restapis*', 'tags/*'];

/** Functions with their versions, triggers, code and logs, and their gradual rollouts. `assets`: the CDK's bucket. */
export function functionPolicy(reach: Reach, assets: string): PolicyStatement[] {
  const { partition, stage, name } = reach;
  const rollouts = [`application:${stage}-*`, `deploymentgroup:${stage}-*`];
  return [
    allow('lambda', ['*'], regional(reach, 'lambda', `function:${stage}-*`)),
    // Layers of the CDK's function that copies the console's files.
    allow('lambda', ['*LayerVersion'], regional(reach, 'lambda', 'layer:*')),
    // Mappings have random ids, and none before they are created.
    allow('lambda', [...TAGS, '*EventSourceMapping', 'ListTags'], ['*']),
    allow('s3', ['GetObject', 'GetObjectVersion'], [`arn:${partition}:s3:::${assets}/*`]),
    // The monitoring stack reads outputs of the others.
    allow('cloudformation', ['DescribeStacks'], regional(reach, 'cloudformation', `stack/${stage}-*/*`)),
    allow('ssm', ['GetParameters'], regional(reach, 'ssm', 'parameter/cdk-bootstrap/*')),
    allow('codedeploy', ['*'], regional(reach, 'codedeploy', ...rollouts)),
    allow('codedeploy', ['GetDeploymentConfig'], regional(reach, 'codedeploy', 'deploymentconfig:*')),
    allow(
      'logs',
      [
        ...TAGS_AND_LIST,
        '*LogGroup',
        'DeleteIndexPolicy',
        'DescribeIndexPolicies',
        'GetDataProtectionPolicy',
        'PutIndexPolicy',
        'PutRetentionPolicy',
      ],
      regional(reach, 'logs', `log-group:${stage}-*`, `log-group:aws-waf-logs-phone-call-agents-${name}-*`),
    ),
    // AWS WAF grants itself permission to write logs.
    allow('logs', ['*LogDelivery', '*QueryDefinition', 'Describe*', 'PutResourcePolicy'], ['*']),
  ];
}

/** The table, recordings, secrets, keys, backups, queues and buses: their settings, not their content. */
export function dataPolicy(reach: Reach): PolicyStatement[] {
  const { partition, stage, name } = reach;
  const own = `phone-call-agents-${name}`;
  return [
    allow(
      'dynamodb',
      [...TAGS, '*Table', '*ContinuousBackups', '*TimeToLive', 'Describe*', 'GetResourcePolicy', 'ListTags*'],
      regional(reach, 'dynamodb', `table/${own}`, `table/${own}/*`),
    ),
    allow(
      's3',
      [
        ...TAGS_AND_LIST,
        '*Bucket*',
        '*EncryptionConfiguration',
        '*LifecycleConfiguration',
        'Get*Configuration',
      ],
      [`arn:${partition}:s3:::${stage.toLowerCase()}-*`],
    ),
    allow('kms', ['CreateKey', 'ListAliases'], ['*']),
    // Keys have random ids. CloudFormation can't use them to decrypt.
    allow(
      'kms',
      [
        ...each(['Disable', 'Enable'], ['Key', 'KeyRotation']),
        ...TAGS,
        'CreateGrant',
        'Decrypt',
        'DescribeKey',
        'Encrypt',
        'GenerateDataKey',
        'GetKey*',
        'ListResourceTags',
        'PutKeyPolicy',
        'ReEncrypt*',
        'RetireGrant',
        'RevokeGrant',
        'ScheduleKeyDeletion',
        'UpdateKeyDescription',
      ],
      regional(reach, 'kms', 'key/*'),
    ),
    allow(
      'secretsmanager',
      [...TAGS, '*Secret', 'GetSecretValue'],
      regional(reach, 'secretsmanager', `secret:phone-call-agents/${name}/*`),
    ),
    allow('secretsmanager', ['GetRandomPassword'], ['*']),
    allow('sqs', ['*Queue*'], regional(reach, 'sqs', `${stage}-*`)),
    allow(
      'events',
      [...TAGS_AND_LIST, '*Archive', '*EventBus', '*Rule', '*Targets*'],
      regional(reach, 'events', `event-bus/${stage}*`, `rule/${stage}*`, 'archive/*'),
    ),
    allow(
      'scheduler',
      [...TAGS_AND_LIST, '*ScheduleGroup', 'DeleteSchedule'],
      regional(reach, 'scheduler', `schedule-group/${own}*`, `schedule/${own}*`),
    ),
    allow(
      'backup',
      [...TAGS, '*BackupPlan', '*BackupSelection', '*BackupVault', '*LockConfiguration', 'Get*', 'ListTags'],
      regional(reach, 'backup', `backup-vault:${own}`, 'backup-plan:*'),
    ),
    allow('backup-storage', ['Mount', 'MountCapsule'], ['*']),
  ];
}

/** APIs with their domains and web ACLs, the console's distribution, alarms, dashboards and the budget. */
export function edgePolicy(reach: Reach): PolicyStatement[] {
  const { partition, region, stage, name } = reach;
  const gateway = (path: string) => `arn:${partition}:apigateway:${region}::/${path}`;
  return [
    allow('apigateway', [...TAGS, 'DELETE', 'GET', 'PATCH', 'POST', 'PUT'], API_PATHS.map(gateway)),
    allow('apigateway', ['SetWebACL'], [gateway('restapis/*')]),
    allow(
      'wafv2',
      [...TAGS_AND_LIST, '*WebACL', '*LoggingConfiguration', 'GetWebACLForResource'],
      [...regional(reach, 'wafv2', 'regional/*'), gateway('restapis/*')],
    ),
    allow(
      'cloudfront',
      [...TAGS_AND_LIST, '*Distribution*', '*Function', '*OriginAccessControl', '*ResponseHeadersPolicy'],
      global(reach, 'cloudfront', '*'),
    ),
    allow(
      'route53',
      ['ChangeResourceRecordSets', 'GetChange', 'GetHostedZone', 'ListResourceRecordSets'],
      [`arn:${partition}:route53:::hostedzone/*`, `arn:${partition}:route53:::change/*`],
    ),
    allow(
      'sns',
      [...TAGS_AND_LIST, '*Subscri*', '*Topic*', 'GetDataProtectionPolicy', 'Unsubscribe'],
      regional(reach, 'sns', `${stage}-*`),
    ),
    allow(
      'cloudwatch',
      [...TAGS_AND_LIST, '*Alarm*', '*Dashboard*'],
      [
        ...regional(reach, 'cloudwatch', `alarm:${stage}*`, `alarm:phone-call-agents-${name}-*`),
        ...global(reach, 'cloudwatch', `dashboard/${globalName(reach)}`),
      ],
    ),
    allow('cloudwatch', ['DescribeAlarms'], ['*']),
    allow('budgets', ['*Budget', 'ListTagsForResource', ...TAGS], global(reach, 'budgets', 'budget/*')),
  ];
}
