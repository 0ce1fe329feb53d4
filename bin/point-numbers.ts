// Sets the webhook URLs of all numbers at the telephony vendor to those of a deployment, after a new deployment, a
// restored table or a changed domain. Repeating it changes nothing.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runNpmCommand } from '#cli/npm-command.ts';
import { httpUrl } from '#cli/option-values.ts';
import { tableOf } from '../lambdas/platform/table/table.ts';
import {
  CALLBACK_BASE_URL,
  CALLBACK_KEY_SECRET_ARN,
  TELEPHONY_SECRET_ARN,
} from '../lambdas/platform/variables/resources.ts';
import { telephony } from '../lambdas/vendors/telephony/settings.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { secretName } from '../lib/constructs/secrets.ts';
import { tableName } from '../lib/constructs/store.ts';
import { explainFailure, localAws, operatorCommand, uuid } from './operator-table.ts';
import { type Outcome, pointEachNumber } from './point-numbers/point-each-number.ts';

const POINT_NUMBERS = operatorCommand(
  'npm run point-numbers',
  'set the webhook URLs of numbers at the vendor',
)
  .requiredOption('--url <url>', 'for callbacks: the output CallbacksUrl of the stack Calls', httpUrl)
  .option('--dry-run', 'only report what would be changed', false)
  .option('--user <uuid>', "only this user's numbers", uuid)
  .option('--telephony <url>', "another vendor API than the environment's, such as the local carrier_url")
  .action(pointNumbers);

await runNpmCommand(POINT_NUMBERS, explainFailure);

async function pointNumbers(flags: ReturnType<typeof POINT_NUMBERS.opts>): Promise<void> {
  const { dryRun, user: userId } = flags;
  const config = await findEnvironment(flags.environment);
  const local = localAws(flags);
  Object.assign(process.env, {
    AWS_REGION: config.region,
    [CALLBACK_BASE_URL.name]: flags.url,
    [telephony.apiUrl.name]: flags.telephony ?? config.telephony.apiUrl,
    [CALLBACK_KEY_SECRET_ARN.name]: secretName(config, 'callback-key'),
    [TELEPHONY_SECRET_ARN.name]: secretName(config, 'telephony'),
    ...(local && {
      AWS_ENDPOINT_URL: local.endpoint,
      AWS_ACCESS_KEY_ID: local.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: local.credentials.secretAccessKey,
    }),
  });
  const table = tableOf(new DynamoDBClient({}), tableName(config));
  const counts = { nothing: 0, pointed: 0, failed: 0 };
  for await (const outcome of pointEachNumber({ table, dryRun, userId })) {
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
