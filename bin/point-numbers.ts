// Points all numbers at the telephony vendor to the addresses of a deployment: after a new deployment, a restored table,
// or another domain. Repeating it changes nothing.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { id } from '../lambdas/platform/fields.ts';
import { tableOf } from '../lambdas/platform/table/table.ts';
import {
  CALLBACK_BASE_URL,
  CALLBACK_KEY_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from '../lambdas/platform/variables/resources.ts';
import { TELEPHONY_API_URL } from '../lambdas/platform/variables/settings.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { secretName } from '../lib/constructs/secrets.ts';
import { tableName } from '../lib/constructs/store.ts';
import { localAws } from './local-aws.ts';
import { parseOptions } from './parse-options.ts';
import { type Outcome, pointEachNumber } from './point-numbers/point-each-number.ts';

const USAGE = `Usage: npm run point-numbers -- --url URL [--dry-run] [--user UUID]
  --url URL                          where callbacks go: the output CallbacksUrl of the stack Calls
  --dry-run                          only tell what would be changed
  --user UUID                        only this user's numbers
  --environment NAME   which of environments/ (default staging), with your AWS credentials
  --endpoint URL                     the local service: aws_endpoint_url of .local/connection.json
  --data FOLDER        its data folder (default .local), which has the operator's key
  --telephony URL                    another vendor API than the environment's, such as the local carrier_url`;

const options = {
  url: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  user: { type: 'string' },
  environment: { type: 'string', default: 'staging' },
  endpoint: { type: 'string' },
  data: { type: 'string' },
  telephony: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run point-numbers', { options });
}

async function run(flags: Flags): Promise<void> {
  const config = await findEnvironment(flags.environment);
  if (flags.user !== undefined && !id.safeParse(flags.user).success)
    throw new Error(`--user must be a UUID.\n${USAGE}`);
  const local = localAws(flags);
  Object.assign(process.env, {
    AWS_REGION: config.region,
    [CALLBACK_BASE_URL.name]: addressIn(flags.url),
    [TELEPHONY_API_URL.name]: flags.telephony ?? config.telephony.apiUrl,
    [CALLBACK_KEY_SECRET_ARN.name]: secretName(config, 'callback-key'),
    [TELEPHONY_SECRET_ARN.name]: secretName(config, 'telephony'),
    ...(local && {
      AWS_ENDPOINT_URL: local.endpoint,
      AWS_ACCESS_KEY_ID: local.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: local.credentials.secretAccessKey,
    }),
  });
  const table = tableOf(new DynamoDBClient({}), tableName(config));
  const dryRun = flags['dry-run'];
  const counts = { nothing: 0, pointed: 0, failed: 0 };
  for await (const outcome of pointEachNumber({ table, dryRun, userId: flags.user })) {
    counts[outcome.did] += 1;
    console.log(lineOf(outcome, dryRun));
  }
  const { pointed, nothing, failed } = counts;
  console.log(`${pointed} ${dryRun ? 'to point' : 'pointed'}, ${nothing} already right, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

function lineOf(outcome: Outcome, dryRun: boolean): string {
  const { number, did } = outcome;
  if (did === 'failed') return `${number}  failed: ${outcome.because}`;
  if (did === 'nothing') return `${number}  points here`;
  return `${number}  ${dryRun ? 'would be pointed' : 'pointed'} here; it pointed to ${outcome.from}`;
}

/** The URL without a trailing slash. */
function addressIn(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) throw new Error(`--url must be a URL.\n${USAGE}`);
  return url.replace(/\/$/, '');
}

try {
  const { values } = readArguments();
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
