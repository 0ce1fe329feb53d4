import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS, type Resource, synthesizedEnvironments } from '../support/templates.ts';

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

  it('is in the stream as it was and as it is', () => {
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
    expect(table?.Properties.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: 'open-calls',
        KeySchema: [
          { AttributeName: 'open', KeyType: 'HASH' },
          { AttributeName: 'settle_at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
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

  it('is in its own stack, with the table, its key, the recordings, the event bus, the secrets, and the setting that permits APIs to log', () => {
    const types = stacks.Data.resources
      .map(({ Type }) => Type)
      .filter((type) => type !== 'AWS::CDK::Metadata');

    expect(types.sort()).toEqual([
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
    ]);
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
    expect(bucket?.Properties).not.toHaveProperty('VersioningConfiguration');
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

    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      { ExpirationInDays: days, Status: 'Enabled' },
    ]);
    expect(new Set(told)).toEqual(new Set([String(days)]));
  });

  it('keeps every stack well below the limit of 500 resources', () => {
    for (const { resources } of Object.values(stacks)) expect(resources.length).toBeLessThanOrEqual(400);
  });
});

describe('the setting that permits the account’s APIs to log', () => {
  it.each(ENVIRONMENTS)('outlives the stack of %s: others need it too', (name) => {
    const kept = environments[name].stacks.Data.resources.filter(({ Type }) => LOG_SETTING.includes(Type));

    expect(policiesOf(kept)).toEqual(['Retain Retain', 'Retain Retain']);
  });
});

describe('protected data', () => {
  it('is all of production’s: retained, and its table and stack refuse deletion', () => {
    const { Data } = environments.Production.stacks;

    expect(Data.terminationProtection).toBe(true);
    expect(tableOf(Data.resources).DeletionProtectionEnabled).toBe(true);
    expect(policiesOf(dataOf(Data.resources))).toEqual(Array.from({ length: 9 }, () => 'Retain Retain'));
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

const LOG_SETTING = ['AWS::ApiGateway::Account', 'AWS::IAM::Role'];
const NO_DATA = [...LOG_SETTING, 'AWS::S3::BucketPolicy'];

const dataOf = (resources: readonly Resource[]) => resources.filter(({ Type }) => !NO_DATA.includes(Type));
