import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS, type Resource, synthesizedEnvironments } from '../support/run/templates.ts';

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the data of %s', (name) => {
  const { stacks, ofType } = environments[name];
  const [table] = ofType('AWS::DynamoDB::Table');

  it('is in one table by partition and sort key, paid by request', () => {
    expect(ofType('AWS::DynamoDB::Table')).toHaveLength(1);
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });

  it('has its throughput from the beginning in production, in each index, too', () => {
    const { WarmThroughput, GlobalSecondaryIndexes } = table?.Properties ?? {};
    const warm = { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 8000 };

    const all = [
      WarmThroughput,
      ...GlobalSecondaryIndexes.map((index: Resource['Properties']) => index.WarmThroughput),
    ];

    expect(all).toEqual(Array(3).fill(name === 'Production' ? warm : undefined));
  });

  it('is in the stream with the old and the new image', () => {
    expect(table?.Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  it('can be restored to any point in time and is encrypted with our own rotating key', () => {
    const [key] = ofType('AWS::KMS::Key');

    expect(table?.Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table?.Properties.SSESpecification).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
    expect(table?.Properties.SSESpecification.KMSMasterKeyId['Fn::GetAtt'][0]).toBe(key?.id);
    expect(key?.Properties.EnableKeyRotation).toBe(true);
  });

  it('indexes open calls by their next reconciliation, and calls by id with the attributes of filters', () => {
    expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject([
      {
        IndexName: 'open-calls',
        KeySchema: [
          { AttributeName: 'open', KeyType: 'HASH' },
          { AttributeName: 'settle_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['telephony_account_connection'] },
      },
      {
        IndexName: 'calls',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'call_order', KeyType: 'RANGE' },
        ],
        Projection: {
          ProjectionType: 'INCLUDE',
          NonKeyAttributes: [
            'status',
            'agent_id',
            'from_number',
            'to_number',
            'direction',
            'created_at',
            'start_time',
            'end_time',
          ],
        },
      },
    ]);
  });

  it('is in its own stack, with the table, its key, the recordings, their backups in production, the event bus, the secrets, and the setting that permits APIs to log', () => {
    const types = stacks.Data.resources
      .map(({ Type }) => Type)
      .filter((type) => type !== 'AWS::CDK::Metadata');

    const ofBackups = [
      'AWS::Backup::BackupPlan',
      'AWS::Backup::BackupSelection',
      'AWS::Backup::BackupVault',
      'AWS::IAM::Role',
      'AWS::KMS::Key',
    ];

    expect(types.sort()).toEqual(
      [
        ...(name === 'Production' ? ofBackups : []),
        'AWS::ApiGateway::Account',
        'AWS::DynamoDB::Table',
        'AWS::Events::Archive',
        'AWS::Events::EventBus',
        'AWS::IAM::Role',
        'AWS::KMS::Key',
        'AWS::S3::Bucket',
        'AWS::S3::BucketPolicy',
        'AWS::SecretsManager::Secret',
        'AWS::SecretsManager::Secret',
        'AWS::SecretsManager::Secret',
        'AWS::SecretsManager::Secret',
      ].sort(),
    );
  });

  it('keeps recordings in a bucket that is encrypted with the key of the table, and that nobody else can read', () => {
    const [bucket] = ofType('AWS::S3::Bucket');
    const [key] = ofType('AWS::KMS::Key');

    expect(ofType('AWS::S3::Bucket')).toHaveLength(1);
    expect(bucket?.Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          {
            BucketKeyEnabled: true,
            ServerSideEncryptionByDefault: {
              SSEAlgorithm: 'aws:kms',
              KMSMasterKeyID: { 'Fn::GetAtt': [key?.id, 'Arn'] },
            },
          },
        ],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(bucket?.Properties.VersioningConfiguration).toEqual(
      name === 'Production' ? { Status: 'Enabled' } : undefined,
    );
  });

  it('permits access to recordings over TLS only', () => {
    const statements = ofType('AWS::S3::BucketPolicy').flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );

    expect(statements).toMatchObject([
      {
        Effect: 'Deny',
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]);
  });

  it('deletes recordings after the environment’s days', () => {
    const days = { Staging: 30, Production: 365 }[name];
    const [bucket] = ofType('AWS::S3::Bucket');

    const told = ofType('AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment.Variables.RECORDING_DAYS ?? [],
    );

    const [current] = bucket!.Properties.LifecycleConfiguration.Rules;
    expect(current).toMatchObject({ ExpirationInDays: days, Status: 'Enabled' });
    expect(current).not.toHaveProperty('Prefix');
    expect(new Set(told)).toEqual(new Set([String(days)]));
  });

  it('keeps every stack well below the limit of 500 resources', () => {
    for (const { resources } of Object.values(stacks)) expect(resources.length).toBeLessThanOrEqual(475);
  });
});

describe('the setting that permits the account’s APIs to log', () => {
  it.each(ENVIRONMENTS)('outlives the stack of %s: others need it too', (name) => {
    const kept = environments[name].stacks.Data.resources.filter(({ id }) => id.startsWith('ApiLogging'));

    expect(policiesOf(kept)).toEqual(['Retain Retain', 'Retain Retain']);
  });
});

describe('protected data', () => {
  it('is all of production’s: retained, and its table and stack refuse deletion', () => {
    const { Data } = environments.Production.stacks;

    expect(Data.terminationProtection).toBe(true);
    expect(tableOf(Data.resources).DeletionProtectionEnabled).toBe(true);
    // The backups' vault and its key are among them.
    expect(policiesOf(dataOf(Data.resources))).toEqual(Array.from({ length: 11 }, () => 'Retain Retain'));
  });

  it('does not exist in staging', () => {
    const { Data } = environments.Staging.stacks;

    expect(Data.terminationProtection).toBe(false);
    expect(tableOf(Data.resources).DeletionProtectionEnabled).not.toBe(true);
    expect(policiesOf(dataOf(Data.resources))).toEqual(Array.from({ length: 9 }, () => 'Delete Delete'));
  });
});

const tableOf = (resources: readonly Resource[]) =>
  resources.find(({ Type }) => Type === 'AWS::DynamoDB::Table')!.Properties;

/** Deletion and replacement policy of each resource that holds data. */
function policiesOf(resources: readonly Resource[]): string[] {
  return resources
    .filter(({ Type }) => Type !== 'AWS::CDK::Metadata')
    .map(({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy} ${UpdateReplacePolicy}`);
}

const NO_DATA = [
  'AWS::ApiGateway::Account',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::IAM::Role',
  'AWS::S3::BucketPolicy',
];

const dataOf = (resources: readonly Resource[]) => resources.filter(({ Type }) => !NO_DATA.includes(Type));
