// Sets the webhook URLs of all numbers at the telephony vendor to those of a deployment, after a new deployment, a
// restored table or a changed domain. Repeating it changes nothing.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
import { flag, runCommand, text, textOr, UsageError } from './command.ts';
import { explainFailure, LOCAL, localAws, uuidIn } from './operator-table.ts';
import { type Outcome, pointEachNumber } from './point-numbers/point-each-number.ts';

const POINT_NUMBERS = {
  name: 'npm run point-numbers',
  forms: ['-- --url URL [--dry-run] [--user UUID]'],
  options: {
    url: text('URL', 'the URL for callbacks: the output CallbacksUrl of the stack Calls'),
    'dry-run': flag('only report what would be changed'),
    user: text('UUID', "only this user's numbers"),
    environment: textOr('staging', 'NAME', 'the environment, from environments/, with your AWS credentials'),
    ...LOCAL,
    telephony: text('URL', "another vendor API than the environment's, such as the local carrier_url"),
  },
  explain: explainFailure,
} as const;

await runCommand(POINT_NUMBERS, async ({ values }) => {
  const config = await findEnvironment(values.environment);
  const { 'dry-run': dryRun, user, url = '' } = values;
  const userId = user === undefined ? undefined : uuidIn('user', user);
  if (!URL.canParse(url)) throw new UsageError('--url must be a URL.');
  const local = localAws(values);
  Object.assign(process.env, {
    AWS_REGION: config.region,
    [CALLBACK_BASE_URL.name]: url.replace(/\/$/, ''),
    [telephony.apiUrl.name]: values.telephony ?? config.telephony.apiUrl,
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
});

function lineOf(outcome: Outcome, dryRun: boolean): string {
  const { number, did } = outcome;
  if (did === 'failed') return `${number}  failed: ${outcome.because}`;
  if (did === 'nothing') return `${number}  points here`;
  return `${number}  ${dryRun ? 'would be pointed' : 'pointed'} here; it pointed to ${outcome.from}`;
}
