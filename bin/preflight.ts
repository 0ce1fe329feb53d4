// Asks AWS and the telephony vendor, before a deployment, for what it needs: a line for each question. It changes nothing.
import { checkConfig } from '../lib/config/check-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { localAws } from './local-aws.ts';
import { parseOptions } from './parse-options.ts';
import { awsIn } from './preflight/ask-aws.ts';
import { preflight } from './preflight/preflight.ts';

const USAGE = `Usage: npm run preflight -- --environment NAME
  --environment NAME   what is to be deployed, with your AWS credentials
  --endpoint URL       the local service: aws_endpoint_url of .local/connection.json
  --data FOLDER        its data folder (default .local), which has the operator's key
  --telephony URL      another vendor API than the environment's, such as the local carrier_url
TELEPHONY_ACCOUNT_SID and TELEPHONY_AUTH_TOKEN name the vendor's account; without them, the stored secret does.
A line begins with ok, missing, or unknown if it could not be asked. The exit code is 1 unless all are ok.`;

const options = {
  environment: { type: 'string' },
  endpoint: { type: 'string' },
  data: { type: 'string' },
  telephony: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof readArguments>['values'];

function readArguments() {
  return parseOptions('npm run preflight', { options });
}

async function run({ environment, endpoint, data, telephony }: Flags): Promise<void> {
  const found = await findEnvironment(environment);
  const config = { ...found, telephony: { ...found.telephony, ...(telephony && { apiUrl: telephony }) } };
  const { TELEPHONY_ACCOUNT_SID: account_sid, TELEPHONY_AUTH_TOKEN: auth_token } = process.env;
  const telephonyAccount = account_sid && auth_token ? { account_sid, auth_token } : undefined;
  checkConfig(config);
  const local = localAws({ endpoint, data });
  const askIn = (region: string) => awsIn(region, local);
  for await (const { state, check, text } of preflight({ config, askIn, telephonyAccount })) {
    console.log(`${state.padEnd(7)}  ${check}: ${text}`);
    if (state !== 'ok') process.exitCode = 1;
  }
}

try {
  const { values } = readArguments();
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
