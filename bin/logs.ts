// Shows the path of a call, from its first request to its last delivery: the saved query of CloudWatch Logs Insights, or
// the logs of the local service.
import { join } from 'node:path';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { id } from '../lambdas/platform/fields.ts';
import { hashOfUser } from '../lambdas/platform/logger.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { callQueryName } from '../lib/monitoring/call-query.ts';
import { findCallQuery, runCallQuery } from './logs/call-query.ts';
import { readLocalLogs } from './logs/local-logs.ts';
import { renderLines } from './logs/log-line.ts';
import { parseOptions } from './parse-options.ts';

const USAGE = `Usage: npm run logs -- CALL_ID [--environment NAME]
       npm run logs -- --user USER_ID
  CALL_ID                            the id of a call
  --environment NAME   whose logs in CloudWatch, with your AWS credentials (default: the local service's)
  --data FOLDER                      the local service's data folder (default .local)
  --hours N                          hours from the call's creation that are searched (default: until now)
  --json                             every line as it was logged
  --user USER_ID                     only tell how a user's id is shown where userIdsInLogs is hashed`;

const options = {
  environment: { type: 'string' },
  data: { type: 'string', default: '.local' },
  hours: { type: 'string' },
  json: { type: 'boolean', default: false },
  user: { type: 'string' },
  endpoint: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run logs', { options, allowPositionals: true });
}

async function run(callId: string, flags: Flags): Promise<void> {
  const lines =
    flags.environment === undefined
      ? readLocalLogs(join(flags.data, 'logs'), callId)
      : await query(callId, flags);
  if (lines.length === 0) {
    console.error(`No log has a line of the call ${callId}.`);
    process.exitCode = 1;
    return;
  }
  for (const line of flags.json ? lines.map((each) => JSON.stringify(each)) : renderLines(lines))
    console.log(line);
}

async function query(callId: string, { environment, endpoint, hours }: Flags) {
  const config = await findEnvironment(environment);
  const from = createdAt(callId);
  const until = hours === undefined ? new Date() : new Date(from.getTime() + hoursIn(hours) * 3_600_000);
  const client = new CloudWatchLogsClient({
    region: config.region,
    ...(endpoint !== undefined && { endpoint }),
  });
  const saved = await findCallQuery(client, callQueryName(config));
  return runCallQuery(client, saved, { callId, from, until });
}

/** A UUID of version 7 begins with its time in milliseconds: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 */
const createdAt = (callId: string) => new Date(Number.parseInt(callId.replace('-', '').slice(0, 12), 16));

function hoursIn(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--hours must be a whole number, not "${text}".`);
  return Number(text);
}

try {
  const { values, positionals } = readArguments();
  const [callId, ...others] = positionals;
  const wanted = id.safeParse(values.user ?? callId);
  if (values.help) console.log(USAGE);
  else if (!wanted.success || others.length > 0) throw new Error(USAGE);
  else if (values.user !== undefined) console.log(hashOfUser(wanted.data));
  else await run(wanted.data, values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
