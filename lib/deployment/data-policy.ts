import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { allow, each, type Reach, regional, TAGS, TAGS_AND_LIST } from './reach.ts';

/** The table, recordings, secrets, keys and backups, and what carries events and messages. */
export function dataPolicy(reach: Reach): PolicyStatement[] {
  const { partition, stage, name } = reach;
  const own = `phone-call-agents-${name}`;
  return [
    allow(
      'dynamodb',
      [
        ...each(['Create', 'Delete', 'Describe', 'Update'], ['Table']),
        ...each(['Describe', 'Update'], ['ContinuousBackups', 'TimeToLive']),
        ...TAGS,
        'DescribeContributorInsights',
        'DescribeKinesisStreamingDestination',
        'GetResourcePolicy',
        'ListTagsOfResource',
      ],
      regional(reach, 'dynamodb', `table/${own}`, `table/${own}/*`),
    ),
    allow(
      's3',
      [
        ...TAGS_AND_LIST,
        'CreateBucket',
        'DeleteBucket',
        'DeleteBucketPolicy',
        'GetBucket*',
        'Get*Configuration',
        'ListBucket',
        'PutBucketOwnershipControls',
        'PutBucketPolicy',
        'PutBucketPublicAccessBlock',
        'PutBucketTagging',
        'PutBucketVersioning',
        'PutEncryptionConfiguration',
        'PutLifecycleConfiguration',
      ],
      [`arn:${partition}:s3:::${stage.toLowerCase()}-*`],
    ),
    allow('kms', ['CreateKey', 'ListAliases'], ['*']),
    // The ids of keys are random. What they encrypt is out of CloudFormation's reach.
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
        'GetKeyPolicy',
        'GetKeyRotationStatus',
        'ListResourceTags',
        'PutKeyPolicy',
        'ReEncryptFrom',
        'ReEncryptTo',
        'RetireGrant',
        'RevokeGrant',
        'ScheduleKeyDeletion',
        'UpdateKeyDescription',
      ],
      regional(reach, 'kms', 'key/*'),
    ),
    allow(
      'secretsmanager',
      [...each(['Create', 'Delete', 'Describe', 'Update'], ['Secret']), ...TAGS, 'GetSecretValue'],
      regional(reach, 'secretsmanager', `secret:phone-call-agents/${name}/*`),
    ),
    allow('secretsmanager', ['GetRandomPassword'], ['*']),
    allow(
      'sqs',
      [
        'CreateQueue',
        'DeleteQueue',
        'GetQueueAttributes',
        'GetQueueUrl',
        'ListQueueTags',
        'SetQueueAttributes',
        'TagQueue',
        'UntagQueue',
      ],
      regional(reach, 'sqs', `${stage}-*`),
    ),
    allow(
      'events',
      [
        ...each(['Create', 'Delete', 'Describe', 'Update'], ['Archive', 'EventBus']),
        ...TAGS_AND_LIST,
        'DeleteRule',
        'DescribeRule',
        'ListTargetsByRule',
        'PutRule',
        'PutTargets',
        'RemoveTargets',
      ],
      regional(reach, 'events', `event-bus/${stage}*`, `rule/${stage}*`, 'archive/*'),
    ),
    allow(
      'scheduler',
      [...TAGS_AND_LIST, 'CreateScheduleGroup', 'DeleteSchedule', 'DeleteScheduleGroup', 'GetScheduleGroup'],
      regional(reach, 'scheduler', `schedule-group/${own}*`, `schedule/${own}*`),
    ),
    allow(
      'backup',
      [
        ...each(['Create', 'Delete'], ['BackupPlan', 'BackupSelection', 'BackupVault']),
        ...TAGS,
        'DeleteBackupVaultLockConfiguration',
        'DescribeBackupVault',
        'GetBackupPlan',
        'GetBackupSelection',
        'GetBackupVaultAccessPolicy',
        'GetBackupVaultNotifications',
        'ListTags',
        'PutBackupVaultLockConfiguration',
        'UpdateBackupPlan',
      ],
      regional(reach, 'backup', `backup-vault:${own}`, 'backup-plan:*'),
    ),
    allow('backup-storage', ['Mount', 'MountCapsule'], ['*']),
  ];
}
