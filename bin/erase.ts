// Deletes all of a user's data, in a deployed environment or (with --endpoint) in the local service. Repeating it is
// safe.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableOf } from '../lambdas/platform/table/table.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { flag, runCommand, text, textOr, UsageError } from './command.ts';
import { eraseUser } from './erase/erase-user.ts';
import { deleteRecordings } from './erase/recording-versions.ts';
import { explainFailure, LOCAL, localAws, uuidIn } from './operator-table.ts';

const ERASE = {
  name: 'npm run erase',
  forms: ['-- --user UUID --recordings URL [--dry-run]'],
  options: {
    user: text('UUID', 'the user to erase; their numbers and calls must be over'),
    recordings: text('URL', 'the output RecordingsUrl of the stack Data'),
    'dry-run': flag('only report what would be deleted'),
    environment: textOr('staging', 'NAME', 'the environment, from environments/, with your AWS credentials'),
    ...LOCAL,
  },
  explain: explainFailure,
} as const;

await runCommand(ERASE, async ({ values }) => {
  const config = await findEnvironment(values.environment);
  const userId = uuidIn('user', values.user);
  const { 'dry-run': dryRun, recordings: url = '' } = values;
  if (!dryRun && !URL.canParse(url)) throw new UsageError('--recordings must be a URL.');
  const client = new DynamoDBClient({ region: config.region, ...localAws(values) });
  await shareCredentials(client, config.region);
  const deleted = await eraseUser({
    table: tableOf(client, tableName(config)),
    userId,
    dryRun,
    deleteRecordings: () => deleteRecordings(url.replace(/\/$/, ''), userId),
    report: console.log,
  });
  console.log(`${deleted} items of ${userId} ${dryRun ? 'would be deleted' : 'deleted'}.`);
  console.log(remains(config));
});

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
