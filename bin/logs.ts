// Shows the path of a call, from its first request to its last delivery, by the saved CloudWatch Logs Insights query or
// from the local service's logs.
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { outputOf } from '#cli/context.ts';
import { UsageError } from '#cli/errors.ts';
import { showLines, showLogs } from '#cli/logs/local-logs.ts';
import type { LogLine } from '#cli/logs/log-line.ts';
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { wholeNumber } from '#cli/option-values.ts';
import { hashOfUser } from '../lambdas/platform/logger.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { callQueryName } from '../lib/monitoring/call-query.ts';
import { findCallQuery, runCallQuery } from './call-query.ts';
import { explainFailure, uuid } from './operator-table.ts';

const MAX_HOURS = 99_999;

const LOGS = npmCommand(
  'npm run logs',
  'show the path of a call, from its first request to its last delivery',
)
  .argument('[call]', 'the id of the call', uuid)
  .option('--environment <name>', "of the CloudWatch logs (default: the local service's logs)")
  .option('--data <folder>', "the local service's data folder", '.local')
  .option(
    '--hours <n>',
    "hours to search from the call's creation (default: until now)",
    wholeNumber(1, MAX_HOURS),
  )
  .option('--json', 'print each line as logged')
  .option('--user <uuid>', "only print a user id's hash, as it appears if userIdsInLogs is hashed", uuid)
  .action(async (call, { user, environment, data, hours }) => {
    if (user !== undefined) return console.log(hashOfUser(user));
    if (call === undefined) throw new UsageError('Name a call, or a --user.');
    const output = outputOf(LOGS);
    if (environment === undefined) showLogs(output, call, data);
    else showLines(output, call, await query(call, environment, hours));
  });

await runNpmCommand(LOGS, explainFailure);

async function query(callId: string, environment: string, hours: number | undefined): Promise<LogLine[]> {
  const config = await findEnvironment(environment);
  const from = createdAt(callId);
  const until = hours === undefined ? new Date() : new Date(from.getTime() + hours * 3_600_000);
  const client = new CloudWatchLogsClient({ region: config.region });
  const saved = await findCallQuery(client, callQueryName(config));
  return runCallQuery(client, saved, { callId, from, until });
}

/** A UUID of version 7 begins with its time in milliseconds: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 */
function createdAt(callId: string): Date {
  return new Date(Number.parseInt(callId.replace('-', '').slice(0, 12), 16));
}
