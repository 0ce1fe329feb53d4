// Shows the path of a call, from its first request to its last delivery, by the saved CloudWatch Logs Insights query or
// from the local service's logs.
import { join } from 'node:path';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { localLines } from '#cli/logs/local-logs.ts';
import { type LogLine, renderLines } from '#cli/logs/log-line.ts';
import { id } from '../lambdas/platform/fields.ts';
import { hashOfUser } from '../lambdas/platform/logger.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { callQueryName } from '../lib/monitoring/call-query.ts';
import { findCallQuery, runCallQuery } from './call-query.ts';
import {
  CommandError,
  flag,
  numberIn,
  runCommand,
  text,
  textOr,
  UsageError,
  type Values,
} from './command.ts';
import { explainFailure } from './operator-table.ts';

const LOGS = {
  name: 'npm run logs',
  forms: ['-- CALL_ID [--environment NAME]', '-- --user USER_ID'],
  allowPositionals: true,
  options: {
    environment: text(
      'NAME',
      "the environment of the CloudWatch logs, with your AWS credentials (default: the local service's logs)",
    ),
    data: textOr('.local', 'FOLDER', "the local service's data folder"),
    hours: text('N', "hours to search from the call's creation (default: until now)"),
    json: flag('print each line as logged'),
    user: text('USER_ID', "only print a user id's hash, as it appears if userIdsInLogs is hashed"),
    endpoint: { type: 'string' },
  },
  explain: explainFailure,
} as const;

type Flags = Values<typeof LOGS.options>;

const MAX_HOURS = 99_999;

await runCommand(LOGS, async ({ values, positionals: [callId, ...others] }) => {
  const wanted = id.safeParse(values.user ?? callId);
  if (!wanted.success || others.length > 0) throw new UsageError();
  if (values.user !== undefined) return console.log(hashOfUser(wanted.data));
  const lines =
    values.environment === undefined
      ? localLines(join(values.data, 'logs'), wanted.data)
      : await query(wanted.data, values);
  if (lines.length === 0) throw new CommandError(`No log mentions the call ${callId}.`);
  for (const line of values.json ? lines.map((each) => JSON.stringify(each)) : renderLines(lines))
    console.log(line);
});

async function query(callId: string, { environment, endpoint, hours }: Flags): Promise<LogLine[]> {
  const config = await findEnvironment(environment);
  const from = createdAt(callId);
  const until =
    hours === undefined
      ? new Date()
      : new Date(from.getTime() + numberIn('hours', hours, 1, MAX_HOURS) * 3_600_000);
  const client = new CloudWatchLogsClient({
    region: config.region,
    ...(endpoint !== undefined && { endpoint }),
  });
  const saved = await findCallQuery(client, callQueryName(config));
  return runCallQuery(client, saved, { callId, from, until });
}

/** A UUID of version 7 begins with its time in milliseconds: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 */
function createdAt(callId: string): Date {
  return new Date(Number.parseInt(callId.replace('-', '').slice(0, 12), 16));
}
