// Checks a deployed environment from outside. It needs no credentials and leaves no data.
import { npmCommand, runNpmCommand } from '#cli/npm-command.ts';
import { findEnvironment } from '../lib/config/environments.ts';
import { explainFailure } from './operator-table.ts';
import { smokeCheck } from './smoke/smoke-checks.ts';
import { outputsIn } from './stack-outputs.ts';

const SMOKE = npmCommand('npm run smoke', 'check a deployed environment from outside')
  .requiredOption('--outputs <file>', 'the outputs file: npm run deploy writes outputs.json')
  .option('--environment <name>', 'the environment, from environments/', 'staging')
  .action(smoke);

await runNpmCommand(SMOKE, explainFailure);

async function smoke({ outputs, environment }: ReturnType<typeof SMOKE.opts>): Promise<void> {
  const config = await findEnvironment(environment);
  const output = outputsIn(outputs, config.name);
  const addresses = {
    api: output('Api', 'BaseUrl'),
    callbacks: output('Calls', 'CallbacksUrl'),
    relay: output('Calls', 'RelayUrl'),
  };
  for await (const { check, fault } of smokeCheck({ addresses, outage: config.telephony.outage })) {
    console.log(fault === undefined ? `ok      ${check}` : `failed  ${check}: ${fault}`);
    if (fault !== undefined) process.exitCode = 1;
  }
}
