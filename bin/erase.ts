// Deletes all of a user's data, in a deployed environment or (with --endpoint) in the local service. Repeating it is
// safe.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { UsageError } from '#cli/errors.ts';
import { runNpmCommand } from '#cli/npm-command.ts';
import { httpUrl } from '#cli/option-values.ts';
import { tableOf } from '../lambdas/platform/table/table.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { eraseUser } from './erase/erase-user.ts';
import { deleteRecordings } from './erase/recording-versions.ts';
import { explainFailure, localAws, operatorCommand, uuid } from './operator-table.ts';

const ERASE = operatorCommand('npm run erase', 'delete all data of a user')
  .requiredOption('--user <uuid>', 'the user to erase; their numbers and calls must be over', uuid)
  .option('--recordings <url>', 'the output RecordingsUrl of the stack Data', httpUrl)
  .option('--dry-run', 'only report what would be deleted', false)
  .action(erase);

await runNpmCommand(ERASE, explainFailure);

async function erase(flags: ReturnType<typeof ERASE.opts>): Promise<void> {
  const { user: userId, dryRun, recordings = '' } = flags;
  const config = await findEnvironment(flags.environment);
  if (!dryRun && recordings === '') throw new UsageError('Give --recordings, or --dry-run.');
  const client = new DynamoDBClient({ region: config.region, ...localAws(flags) });
  await shareCredentials(client, config.region);
  const deleted = await eraseUser({
    table: tableOf(client, tableName(config)),
    userId,
    dryRun,
    deleteRecordings: () => deleteRecordings(recordings, userId),
    report: console.log,
  });
  console.log(`${deleted} items of ${userId} ${dryRun ? 'would be deleted' : 'deleted'}.`);
  console.log(remains(config));
}

/** Sets the client's credentials in the environment, with which requests to the bucket are signed. */
async function shareCredentials(client: DynamoDBClient, region: string): Promise<void> {
  const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    // An IAM user's key has no session token.
    AWS_SESSION_TOKEN: sessionToken ?? '',
  });
}

function remains({ eventArchiveDays, logRetentionDays, backup }: EnvironmentConfig): string {
  const backups = [
    'the table’s point-in-time recovery (35 days)',
    ...(backup ? [`daily backups of table and recordings (${backup.days} days)`] : []),
    ...(backup?.copyTo ? [`their copies in ${backup.copyTo.vaultArn} (${backup.copyTo.days} days)`] : []),
  ];
  const others = `events in the archive (${eventArchiveDays} days), logs (${logRetentionDays} days), messages in queues (14 days)`;
  return `Remaining data expires by itself: ${others}, ${backups.join(', ')}. The vendors keep their own records.`;
}
