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
  /** The short name by which that API was given. */
  readonly llmVendor?: string;
  /** The language model to ask there. @default the environment's, or the only one */
  readonly model?: string;
  /** A server with Amazon Bedrock's runtime API (http) instead of the scripted models. */
  readonly bedrock?: string;
  /** Faults to inject, as AWS may have them. */
  readonly faults?: FaultSetting;
}

interface Vendor {
  /** The base of an OpenAI-compatible API. */
  readonly url: string;
  /** The environment variable that usually holds the key; undefined for a server that needs none. */
  readonly key?: string;
}

const GOOGLE: Vendor = {
  url: 'https://generativelanguage.googleapis.com/v1beta/openai',
  key: 'GEMINI_API_KEY',
};

/** The vendors of language models that `--llm` knows by a short name. */
export const MODEL_VENDORS: ReadonlyMap<string, Vendor> = new Map([
  ['openai', { url: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' }],
  ['anthropic', { url: 'https://api.anthropic.com/v1', key: 'ANTHROPIC_API_KEY' }],
  ['google', GOOGLE],
  ['gemini', GOOGLE],
  ['ollama', { url: 'http://127.0.0.1:11434/v1' }],
  ['vllm', { url: 'http://127.0.0.1:8000/v1' }],
]);

const VENDORS = [...MODEL_VENDORS.keys()].join(', ');

export const USAGE = `Usage: npm start [-- options]
  --port N                             port of the API (default 3000; 0 for any free port)
  --environment NAME                   environment whose stacks to run (default staging)
  --data FOLDER                        folder of the stored data (default .local)
  --dynamodb URL                       another DynamoDB endpoint than the embedded one
  --telephony URL                      another telephony vendor than the simulated carrier
  --llm NAME                           a real language model in place of the scripted one: ${VENDORS}
  --llm URL                            the same at another OpenAI-compatible API, with the key LLM_API_KEY
  --model NAME                         the model to ask there
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
  model: { type: 'string' },
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
    ...languageModel(values),
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

function languageModel({ llm, model }: { readonly llm?: string; readonly model?: string }) {
  if (llm === undefined && model !== undefined)
    throw new StartError('--model needs --llm: it is a model of a vendor or server.');
  const named = model ? { model } : {};
  const vendor = MODEL_VENDORS.get(llm ?? '');
  if (llm !== undefined && vendor) return { llm: vendor.url, llmVendor: llm, ...named };
  return { ...url('llm', llm, ` or one of ${VENDORS}`), ...named };
}

function url<Name extends string>(name: Name, value: string | undefined, otherwise = '') {
  if (value === undefined) return {};
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new StartError(`--${name} must be an http or https URL${otherwise}, not "${value}".`);
  return { [name]: value.replace(/\/+$/, '') };
}
