import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { stageTemplates } from '../support/run/stage-templates.ts';

const VAULT = 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies';
const dataOf = (config: Parameters<typeof stageTemplates>[0]) => stageTemplates(config).Data!;
const key = 'AWS::KMS::Key';

describe('the backups of production', () => {
  const data = dataOf(production);

  it('are made daily and kept for the configured days', () => {
    data.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          {
            RuleName: 'daily',
            ScheduleExpression: 'cron(0 6 * * ? *)',
            Lifecycle: { DeleteAfterDays: production.backup!.days },
            TargetBackupVault: Match.anyValue(),
            CopyActions: Match.absent(),
          },
        ],
      },
    });
  });

  it('have the table and the recordings, and nothing else', () => {
    const [table] = Object.keys(data.findResources('AWS::DynamoDB::Table'));
    const [bucket] = Object.keys(data.findResources('AWS::S3::Bucket'));

    data.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: {
        Resources: [{ 'Fn::GetAtt': [table, 'Arn'] }, { 'Fn::GetAtt': [bucket, 'Arn'] }],
        ListOfTags: Match.absent(),
      },
    });
  });

  it('lie in a vault with a key of its own, which is not that of the data, and are retained', () => {
    const [vault] = Object.values(data.findResources('AWS::Backup::BackupVault'));
    const [table] = Object.values(data.findResources('AWS::DynamoDB::Table'));
    const vaultKey = vault!.Properties.EncryptionKeyArn['Fn::GetAtt'][0];

    expect(Object.keys(data.findResources(key))).toContain(vaultKey);
    expect(vaultKey).not.toBe(table!.Properties.SSESpecification.KMSMasterKeyId['Fn::GetAtt'][0]);
    expect([vault!.DeletionPolicy, data.findResources(key)[vaultKey]!.DeletionPolicy]).toEqual([
      'Retain',
      'Retain',
    ]);
    expect(vault!.Properties.LockConfiguration).toBeUndefined();
  });

  it('take a bucket that keeps versions for the configured days, and then nothing of a deleted recording', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          {
            ExpirationInDays: production.recordings.days,
            NoncurrentVersionExpiration: { NoncurrentDays: production.recordings.versionDays },
            Status: 'Enabled',
          },
          { ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
        ],
      },
    });
  });

  it('are of the restored table, if there is one', () => {
    const restoredTable = {
      name: 'restored',
      streamArn: 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/1',
    };
    const restored = dataOf({ ...production, restoredTable });
    const [selection] = Object.values(restored.findResources('AWS::Backup::BackupSelection'));

    expect(JSON.stringify(selection?.Properties.BackupSelection.Resources)).toContain(':table/restored');
  });
});

describe('backups with a copy in another account', () => {
  const backup = { days: 7, copyTo: { vaultArn: VAULT, days: 90 }, locked: true };
  const data = dataOf({ ...production, backup });

  it('can be decrypted by that account', () => {
    const statements = Object.values(data.findResources(key)).flatMap(
      ({ Properties }) => Properties.KeyPolicy.Statement,
    );
    const others = statements.filter(({ Principal }) => JSON.stringify(Principal).includes('111122223333'));

    expect(others).toHaveLength(1);
    expect(others[0].Action).toContain('kms:Decrypt');
    expect(others[0].Action).not.toContain('kms:*');
  });

  it('cannot be deleted before their time, if they are locked', () => {
    data.hasResourceProperties('AWS::Backup::BackupVault', {
      LockConfiguration: { MinRetentionDays: 7, ChangeableForDays: Match.absent() },
    });
  });
});

describe('an environment without backups', () => {
  it.each([
    ['staging', staging],
    ['production without the line', { ...production, backup: undefined }],
  ])('has neither plan nor vault: %s', (_, { backup: _line, ...config }) => {
    const data = dataOf(config);

    for (const type of ['BackupPlan', 'BackupSelection', 'BackupVault'])
      data.resourceCountIs(`AWS::Backup::${type}`, 0);
  });
});
