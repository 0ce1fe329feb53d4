import { describe, expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { newStage } from '../../support/run/stage-templates.ts';
import { ENVIRONMENTS, type Resource, synthesizedEnvironments } from '../../support/run/templates.ts';

const environments = await synthesizedEnvironments();

describe.each(ENVIRONMENTS)('the data of %s', (name) => {
  const { ofType } = environments[name];
  const [table] = ofType('AWS::DynamoDB::Table');

  it('pays for no throughput in advance', () => {
    expect(JSON.stringify(table?.Properties)).not.toContain('WarmThroughput');
  });

  it('is encrypted with our own key in the table and in the bucket of recordings, which nobody else can read', () => {
    const [bucket] = ofType('AWS::S3::Bucket');
    const [key] = ofType('AWS::KMS::Key');
    const { BucketEncryption, OwnershipControls } = bucket?.Properties ?? {};

    expect(table?.Properties.SSESpecification.KMSMasterKeyId['Fn::GetAtt'][0]).toBe(key?.id);
    expect(ofType('AWS::S3::Bucket')).toHaveLength(1);
    expect(JSON.stringify(BucketEncryption)).toContain(
      `"KMSMasterKeyID":{"Fn::GetAtt":["${key?.id}","Arn"]}`,
    );
    expect(OwnershipControls).toEqual({ Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] });
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'uploads/', ExpirationInDays: 1 }),
    );
    expect(bucket?.Properties.VersioningConfiguration).toEqual(
      name === 'Production' ? { Status: 'Enabled' } : undefined,
    );
  });
});

/** A changed logical id makes CloudFormation create another resource, and leave or delete the one with the data. */
it('keeps the logical ids of what holds data, and changes one index at a time', () => {
  const holding =
    /^AWS::(DynamoDB::Table|S3::Bucket|KMS::Key|SecretsManager::Secret|Events::(EventBus|Archive)|Backup::BackupVault)$/;
  const { Data } = environments.Production.stacks;

  expect(
    dataOf(Data.resources)
      .filter(({ Type }) => holding.test(Type))
      .map(({ id }) => id)
      .sort(),
  ).toEqual(PINNED);
  const indexes = tableOf(Data.resources).GlobalSecondaryIndexes.map(
    ({ IndexName }: { IndexName: string }) => IndexName,
  );
  // Only one may be added or removed in a release: DynamoDB changes one at a time.
  expect(indexes).toEqual(INDEXES);
});

describe('protected data', () => {
  it.each([
    // The backups' vault and its key are among them.
    ['Production', true, 11, 'RetainExceptOnCreate Retain'],
    ['Staging', false, 9, 'Delete Delete'],
  ] as const)('of %s: retained, with a table and a stack that refuse deletion: %s', (name, isProtected, count, policy) => {
    const { Data } = environments[name].stacks;

    expect(Data.terminationProtection).toBe(isProtected);
    expect(tableOf(Data.resources).DeletionProtectionEnabled).toBe(isProtected);
    expect(policiesOf(dataOf(Data.resources))).toEqual(Array(count).fill(policy));
  });

  it('can be deleted with its stack if the first deployment leaves the protection to the next one', () => {
    const { terminationProtection, template } = dataStack('later');
    const [table] = Object.values<Resource>(template.Resources).filter(({ Type }) => Type === TABLE);

    expect(terminationProtection ?? false).toBe(false);
    expect(table?.Properties.DeletionProtectionEnabled).toBe(false);
    expect(() => dataStack('never')).toThrow('The context value protect must be later, or absent.');
  });
});

const PINNED = [
  'BackupsKeyC696F888',
  'BackupsVault1F11AFCC',
  'BusArchiveD76499E2',
  'BusEA82B648',
  'CallbackKeySecret137D2D57',
  'RecordingsBucketB0C8199F',
  'SecretsLlmAF46DABA',
  'SecretsLlmVendorB6B117811',
  'SecretsTelephony97AF9F15',
  'StoreKey7A3C02BD',
  'StoreTable0CCFA19B',
];
const INDEXES = ['open-calls', 'calls'];

const TABLE = 'AWS::DynamoDB::Table';

const tableOf = (resources: readonly Resource[]) => resources.find(({ Type }) => Type === TABLE)!.Properties;

/** The stack of production's data with `-c protect=…`. */
const dataStack = (protect: string) =>
  newStage(production, { context: { protect } }).stage.synth().getStackByName('Production-Data');

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
