import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { removalPolicyOf } from './data-protection.ts';

/** The hour (UTC) of the daily backup, when people in America and Europe call least. */
const HOUR = '6';

/** AWS's policies: https://docs.aws.amazon.com/aws-backup/latest/devguide/security-iam-awsmanpol.html */
const POLICIES = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'AWSBackupServiceRolePolicyForS3Backup',
];

/** The resources to back up, and the settings of the backup. */
export interface BackupsProps {
  readonly config: EnvironmentConfig;
  readonly settings: NonNullable<EnvironmentConfig['backup']>;
  /** ARNs of the table and the bucket. */
  readonly resources: readonly string[];
}

export const backupVaultName = (environment: string) => `phone-call-agents-${environment}`;

/**
 * Daily backups of the table and recordings in a vault, with copies in a vault of another account or region. The
 * vault's key encrypts them, so they survive the loss of the data's key: S3 backups always, and DynamoDB backups with
 * AWS Backup's advanced features, the default for accounts whose first vault was created after November 21, 2021:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/encryption.html
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/advanced-ddb-backup.html
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { config, settings, resources }: BackupsProps) {
    super(scope, id);
    const { days, copyTo } = settings;
    const plan = new backup.BackupPlan(this, 'Plan', { backupVault: this.#vault(config, settings) });
    const vault = copyTo && backup.BackupVault.fromBackupVaultArn(this, 'Copies', copyTo.vaultArn);
    plan.addRule(
      new backup.BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: HOUR, minute: '0' }),
        deleteAfter: Duration.days(days),
        ...(vault && {
          copyActions: [{ destinationBackupVault: vault, deleteAfter: Duration.days(copyTo.days) }],
        }),
      }),
    );
    plan.addSelection('Data', {
      role: this.#role(),
      disableDefaultBackupPolicy: true,
      resources: resources.map((arn) => backup.BackupResource.fromArn(arn)),
    });
  }

  #vault(config: EnvironmentConfig, { days, copyTo, locked }: BackupsProps['settings']): backup.BackupVault {
    const { name } = config;
    const removalPolicy = removalPolicyOf(config);
    const encryptionKey = new kms.Key(this, 'Key', {
      description: `Encrypts the backups of ${name}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    const account = copyTo && Stack.of(this).splitArn(copyTo.vaultArn, ArnFormat.COLON_RESOURCE_NAME).account;
    // The destination account decrypts the backup when it is copied.
    if (account !== undefined)
      encryptionKey.grant(
        new iam.AccountPrincipal(account),
        ...['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      );
    return new backup.BackupVault(this, 'Vault', {
      backupVaultName: backupVaultName(name),
      encryptionKey,
      removalPolicy,
      // Without `changeableFor`, the lock is in governance mode: authorized people can remove it.
      ...(locked && { lockConfiguration: { minRetention: Duration.days(days) } }),
    });
  }

  #role(): iam.Role {
    const role = new iam.Role(this, 'Role', {
      description: 'Backs up the table and the recordings',
      assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: POLICIES.map((policy) => iam.ManagedPolicy.fromAwsManagedPolicyName(policy)),
    });
    for (const policy of POLICIES)
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
        reason: 'AWS Backup is only supported with its own policies, which AWS extends as it needs.',
      });
    return role;
  }
}
