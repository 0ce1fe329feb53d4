// Checks a deployed environment from outside. It needs no credentials and leaves no data.
import { findEnvironment } from '../lib/config/environments.ts';
import { runCommand, text, textOr, UsageError } from './command.ts';
import { explainFailure } from './operator-table.ts';
import { smokeCheck } from './smoke/smoke-checks.ts';
import { outputsIn } from './stack-outputs.ts';

const SMOKE = {
  name: 'npm run smoke',
  forms: ['-- --outputs FILE [--environment NAME]'],
  options: {
    outputs: text('FILE', 'the outputs file: npm run deploy writes outputs.json'),
    environment: textOr('staging', 'NAME', 'the environment, from environments/'),
  },
  explain: explainFailure,
} as const;

await runCommand(SMOKE, async ({ values: { outputs, environment } }) => {
  const config = await findEnvironment(environment);
  if (outputs === undefined) throw new UsageError();
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
});
