import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

/**
 * The longest retention of AWS Backup, in days:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/API_Lifecycle.html
 */
const MOST_DAYS = 36_500;

/**
 * The shortest retention with incremental backups, in days:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/metering-and-billing.html
 */
const LEAST_DAYS = 7;

const VAULT = /^arn:aws:backup:[a-z]{2}(-[a-z]+)+-\d:\d{12}:backup-vault:[\w-]{2,50}$/;

/** The rules of backups, and of versions of recordings. */
export function backupRules({ backup, recordings }: EnvironmentConfig): Rule[] {
  const { versionDays } = recordings;
  const versions: Rule = [
    'recordings.versionDays',
    versionDays === undefined || isWholeBetween(versionDays, 1, MOST_DAYS),
    'must be whole and at least 1; leave it out to keep no versions',
  ];
  if (!backup) return [versions];
  const { days, copyTo } = backup;
  return [
    versions,
    [
      'backup',
      versionDays !== undefined,
      'must come with recordings.versionDays: AWS Backup takes only buckets that keep versions',
    ],
    [
      'backup.days',
      isWholeBetween(days, LEAST_DAYS, MOST_DAYS),
      `must be whole, from ${LEAST_DAYS} to ${MOST_DAYS}`,
    ],
    [
      'backup.copyTo.vaultArn',
      !copyTo || VAULT.test(copyTo.vaultArn),
      'must be the ARN of a backup vault, such as arn:aws:backup:eu-west-1:111122223333:backup-vault:name',
    ],
    [
      'backup.copyTo.days',
      !copyTo || isWholeBetween(copyTo.days, LEAST_DAYS, MOST_DAYS),
      `must be whole, from ${LEAST_DAYS} to ${MOST_DAYS}`,
    ],
  ];
}
