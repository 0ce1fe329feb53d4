// Deletes everything of a user, in a deployed environment or (with --endpoint) in the local service. Repeating it is safe.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { id } from '../lambdas/platform/fields.ts';
import { tableOf } from '../lambdas/platform/table/table.ts';
import type { EnvironmentConfig } from '../lib/config/environment-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { tableName } from '../lib/constructs/store.ts';
import { eraseUser } from './erase/erase-user.ts';
import { deleteRecordings } from './erase/recording-versions.ts';
import { localAws } from './local-aws.ts';
import { explainFailure } from './operator-table.ts';
import { parseOptions } from './parse-options.ts';

const USAGE = `Usage: npm run erase -- --user UUID --recordings URL [--dry-run]
  --user UUID                        whose data is deleted; their numbers and calls must be over
  --recordings URL                   the output RecordingsUrl of the stack Data
  --dry-run                          only tell what would be deleted
  --environment NAME   which of environments/ (default staging), with your AWS credentials
  --endpoint URL                     the local service: aws_endpoint_url of .local/connection.json
  --data FOLDER        its data folder (default .local), which has the operator's key`;

const options = {
  user: { type: 'string' },
  recordings: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  environment: { type: 'string', default: 'staging' },
  endpoint: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run erase', { options });
}

async function run(flags: Flags): Promise<void> {
  const config = await findEnvironment(flags.environment);
  const { success, data: userId } = id.safeParse(flags.user);
  if (!success) throw new Error(`--user must be a UUID.\n${USAGE}`);
  const dryRun = flags['dry-run'];
  const url = flags.recordings ?? '';
  if (!dryRun && !URL.canParse(url)) throw new Error(`--recordings must be a URL.\n${USAGE}`);
  const client = new DynamoDBClient({ region: config.region, ...localAws(flags) });
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
}

/** Puts the client's credentials into the environment, from which requests to the bucket are signed. */
async function shareCredentials(client: DynamoDBClient, region: string): Promise<void> {
  const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    // A user's own key has no session token.
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
  return `What remains and expires by itself: ${others}, ${backups.join(', ')}. The vendors keep records of their own.`;
}

try {
  const { values } = readArguments();
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}
