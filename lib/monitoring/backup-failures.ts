import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { backupVaultName } from '../constructs/backups.ts';
import type { AlarmTopic } from './alarm-topic.ts';

/** How the operator is notified of failed backups. */
export interface BackupFailuresProps {
  readonly environment: string;
  readonly topic: AlarmTopic;
  readonly message: string;
}

/** The states of a job after which a backup, or a copy of one, is missing or incomplete. */
const FAILED = ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'];

/**
 * Notifies the operator of each daily backup, and of each copy of one, that failed. It is not an alarm: AWS Backup
 * sends an event for each job, https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
 */
export class BackupFailures extends Construct {
  constructor(scope: Construct, id: string, { environment, topic, message }: BackupFailuresProps) {
    super(scope, id);
    const vaultName = backupVaultName(environment);
    const vaultArn = Stack.of(this).formatArn({
      service: 'backup',
      resource: 'backup-vault',
      resourceName: vaultName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    topic.allowRules();
    const target = new SnsTopic(topic, { message: RuleTargetInput.fromText(message) });
    new Rule(this, 'Backup', {
      description: 'A daily backup failed',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change'],
        detail: { state: FAILED, backupVaultName: [vaultName] },
      },
      targets: [target],
    });
    new Rule(this, 'Copy', {
      description: 'A copy of a daily backup failed',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Copy Job State Change'],
        detail: { state: FAILED, sourceBackupVaultArn: [vaultArn] },
      },
      targets: [target],
    });
  }
}
