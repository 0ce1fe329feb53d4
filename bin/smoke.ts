// Checks a deployed environment from outside, after a deployment. It needs no credentials and leaves no data.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { findEnvironment, stageId } from '../lib/config/environments.ts';
import { parseOptions } from './parse-options.ts';
import { type Addresses, type Finding, smokeCheck } from './smoke/smoke-checks.ts';

const USAGE = `Usage: npm run smoke -- --outputs FILE [--environment NAME]
  --outputs FILE                     what the deployment wrote: npm run deploy writes outputs.json
  --environment NAME   which of environments/ (default staging)`;

const options = {
  outputs: { type: 'string' },
  environment: { type: 'string', default: 'staging' },
  help: { type: 'boolean', default: false },
} as const;

/** The outputs of all deployed stacks, by the stack's name. */
const outputs = z.record(z.string(), z.record(z.string(), z.string()));

async function run(flags: {
  readonly outputs?: string | undefined;
  readonly environment: string;
}): Promise<void> {
  const config = await findEnvironment(flags.environment);
  if (flags.outputs === undefined) throw new Error(USAGE);
  const stacks = outputs.parse(JSON.parse(readFileSync(flags.outputs, 'utf8')));
  const addresses = addressesOf(stacks, stageId(config.name));
  for await (const finding of smokeCheck({ addresses, outage: config.telephony.outage })) tell(finding);
}

function tell({ check, fault }: Finding): void {
  console.log(fault === undefined ? `ok      ${check}` : `failed  ${check}: ${fault}`);
  if (fault !== undefined) process.exitCode = 1;
}

function addressesOf(stacks: z.infer<typeof outputs>, stage: string): Addresses {
  const output = (stack: string, name: string) => {
    const value = stacks[`${stage}-${stack}`]?.[name];
    if (value === undefined)
      throw new Error(`The file has no output ${name} of the stack ${stage}-${stack}.`);
    return value;
  };
  return {
    api: output('Api', 'BaseUrl'),
    callbacks: output('Calls', 'CallbacksUrl'),
    relay: output('Calls', 'RelayUrl'),
  };
}

try {
  const { values } = parseOptions('npm run smoke', { options });
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
