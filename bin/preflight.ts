// Checks, before a deployment, that AWS and the telephony vendor have what it needs; prints one line per check. It
// changes nothing.
import { checkConfig } from '../lib/config/check-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { runCommand, text } from './command.ts';
import { explainFailure, LOCAL, localAws } from './operator-table.ts';
import { awsIn } from './preflight/ask-aws.ts';
import { preflight } from './preflight/preflight.ts';

const PREFLIGHT = {
  name: 'npm run preflight',
  forms: ['-- --environment NAME'],
  options: {
    environment: text('NAME', 'the environment to be deployed, with your AWS credentials'),
    ...LOCAL,
    telephony: text('URL', "another vendor API than the environment's, such as the local carrier_url"),
  },
  notes: `TELEPHONY_ACCOUNT_SID and TELEPHONY_AUTH_TOKEN name the vendor's account (default: the stored secret). A line begins with ok, missing, or unknown if the check failed. The exit code is 1 unless all are ok.`,
  explain: explainFailure,
} as const;

await runCommand(PREFLIGHT, async ({ values: { environment, telephony, ...place } }) => {
  const found = await findEnvironment(environment);
  const config = { ...found, telephony: { ...found.telephony, ...(telephony && { apiUrl: telephony }) } };
  const { TELEPHONY_ACCOUNT_SID: account_sid, TELEPHONY_AUTH_TOKEN: auth_token } = process.env;
  const telephonyAccount = account_sid && auth_token ? { account_sid, auth_token } : undefined;
  checkConfig(config);
  const local = localAws(place);
  const askIn = (region: string) => awsIn(region, local);
  for await (const { state, check, text: found } of preflight({ config, askIn, telephonyAccount })) {
    console.log(`${state.padEnd(7)}  ${check}: ${found}`);
    if (state !== 'ok') process.exitCode = 1;
  }
});
