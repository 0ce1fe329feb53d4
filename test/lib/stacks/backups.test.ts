import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { stageTemplates } from '../../support/run/stage-templates.ts';

const stacks = stageTemplates(production);
const key = 'AWS::KMS::Key';

describe('the backups of production', () => {
  const data = stacks.Data!;

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
      'RetainExceptOnCreate',
      'RetainExceptOnCreate',
    ]);
    expect(vault!.Properties.LockConfiguration).toBeUndefined();
  });
});

it('the alarm on missing backups counts a day without values as one without a backup, and notifies after two', () => {
  stacks.Monitoring!.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'NumberOfBackupJobsCompleted',
    Dimensions: [{ Name: 'BackupVaultName', Value: `phone-call-agents-${production.name}` }],
    Period: 86_400,
    EvaluationPeriods: 2,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
});
