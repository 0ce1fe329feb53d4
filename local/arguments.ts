import type { FaultSetting } from 'cdk-local/faults/fault-plan.ts';
import { StartError } from 'cdk-local/start-error.ts';
import { parseOptions } from '../bin/parse-options.ts';

/** The options of `npm start`. */
export interface StartOptions {
  /** The port of the API; 0 for any free port. */
  readonly port: number;
  /** The name of a file in `environments/`. */
  readonly environment: string;
  /** The data folder. */
  readonly data: string;
  /** Delete the kept data. */
  readonly reset: boolean;
  /** A DynamoDB endpoint instead of the embedded one. */
  readonly dynamodb?: string;
  /** A server with the telephony vendor's REST API instead of the simulated carrier. */
  readonly telephony?: string;
  /** An OpenAI-compatible API instead of the scripted model. */
  readonly llm?: string;
  /** A server with Amazon Bedrock's runtime API (http) instead of the scripted models. */
  readonly bedrock?: string;
  /** Faults to inject, as AWS may have them. */
  readonly faults?: FaultSetting;
}

export const USAGE = `Usage: npm start [-- options]
  --port N                             port of the API (default 3000; 0 for any free port)
  --environment NAME                   environment whose stacks to run (default staging)
  --data FOLDER                        folder of the stored data (default .local)
  --dynamodb URL                       another DynamoDB endpoint than the embedded one
  --telephony URL                      another telephony vendor than the simulated carrier
  --llm URL                            an OpenAI-compatible API in place of the scripted model
  --bedrock URL                        a server with Amazon Bedrock's API in place of the scripted models
  --faults SEED[:RATE]                 make AWS fail by this seed; RATE (default 0.02) is the share of failures
  --reset                              delete the stored data first`;

const options = {
  port: { type: 'string', default: '3000' },
  environment: { type: 'string', default: 'staging' },
  data: { type: 'string', default: '.local' },
  dynamodb: { type: 'string' },
  telephony: { type: 'string' },
  llm: { type: 'string' },
  bedrock: { type: 'string' },
  faults: { type: 'string' },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Parses the command line. Returns undefined for --help; throws OptionError or StartError for a wrong one. */
export function parseStartArguments(args: readonly string[]): StartOptions | undefined {
  const { values } = parseOptions('npm start', { args: [...args], options });
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new StartError(`--port must be a number from 0 to 65535, not "${values.port}".`);
  const { environment, data, reset } = values;
  if (data.trim() === '') throw new StartError('--data must be a folder, not "".');
  const urls = {
    ...url('dynamodb', values.dynamodb),
    ...url('telephony', values.telephony),
    ...url('llm', values.llm),
    ...url('bedrock', values.bedrock),
  };
  const faults = values.faults === undefined ? {} : { faults: parseFaults(values.faults) };
  return { port, environment, data, reset, ...urls, ...faults };
}

/** The default share of requests, invocations, batches and messages that fail. */
const FAULT_RATE = 0.02;

/** Parses SEED[:RATE], as in 7 or 7:0.1. Throws StartError for anything else. */
export function parseFaults(value: string): FaultSetting {
  const [, seed = '', rate = String(FAULT_RATE)] = /^(\d{1,9})(?::(\d+(?:\.\d+)?))?$/.exec(value) ?? [];
  if (seed !== '' && Number(rate) <= 1) return { seed: Number(seed), rate: Number(rate) };
  throw new StartError(
    `--faults must be a seed of up to nine digits, and perhaps a rate from 0 to 1, as in 7 or 7:0.1, not "${value}".`,
  );
}

function url<Name extends string>(name: Name, value: string | undefined) {
  if (value === undefined) return {};
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new StartError(`--${name} must be an http or https URL, not "${value}".`);
  return { [name]: value.replace(/\/+$/, '') };
}
