import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { production } from '../../lib/config/production.ts';
import { stageTemplates } from '../support/run/stage-templates.ts';

const VAULT = 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies';
const dataOf = (config: Parameters<typeof stageTemplates>[0]) => stageTemplates(config).Data!;
const key = 'AWS::KMS::Key';

describe('the backups of production', () => {
  const data = dataOf(production);

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
});

describe('backups with a copy in another account', () => {
  const backup = { days: 7, copyTo: { vaultArn: VAULT, days: 90 }, locked: true };
  const data = dataOf({ ...production, backup });

  it('cannot be deleted before their time, if they are locked', () => {
    data.hasResourceProperties('AWS::Backup::BackupVault', {
      LockConfiguration: { MinRetentionDays: 7, ChangeableForDays: Match.absent() },
    });
  });
});
