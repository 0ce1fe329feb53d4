// Checks, before a deployment, that AWS and the telephony vendor have what it needs; prints one line per check. It
// changes nothing.
import { runNpmCommand } from '#cli/npm-command.ts';
import { checkConfig } from '../lib/config/check-config.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { explainFailure, localAws, operatorCommand } from './operator-table.ts';
import { awsIn } from './preflight/ask-aws.ts';
import { preflight } from './preflight/preflight.ts';

const PREFLIGHT = operatorCommand('npm run preflight', 'check what a deployment needs; change nothing')
  .option('--telephony <url>', "another vendor API than the environment's, such as the local carrier_url")
  .addHelpText(
    'after',
    `\nTELEPHONY_ACCOUNT_SID and TELEPHONY_AUTH_TOKEN name the vendor's account (default: the stored secret). A line begins with ok, missing, or unknown if the check failed. The exit code is 1 unless all are ok.`,
  )
  .action(check);

await runNpmCommand(PREFLIGHT, explainFailure);

async function check(flags: ReturnType<typeof PREFLIGHT.opts>): Promise<void> {
  const { environment, telephony, ...place } = flags;
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
}
