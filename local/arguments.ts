import type { FaultSetting } from 'cdk-local/faults/fault-plan.ts';
import { UsageError } from '#cli/errors.ts';
import { npmCommand } from '#cli/npm-command.ts';
import { httpUrl, readBy, timeOf, wholeNumber } from '#cli/option-values.ts';

interface Vendor {
  /** The base URL of an OpenAI-compatible API. */
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

/** The default failure rate of requests, invocations, batches and messages. */
const FAULT_RATE = 0.02;

const folder = readBy((given) => given.trim() || undefined, 'It must be a folder.');

/** SEED[:RATE], as in 7 or 7:0.1. */
const faults = readBy((given): FaultSetting | undefined => {
  const [, seed, rate = FAULT_RATE] = /^(\d{1,9})(?::(\d+(?:\.\d+)?))?$/.exec(given) ?? [];
  return seed === undefined || Number(rate) > 1 ? undefined : { seed: Number(seed), rate: Number(rate) };
}, 'It must be a seed of up to nine digits, and perhaps a rate from 0 to 1, as in 7 or 7:0.1.');

export const startCommand = () =>
  npmCommand('npm start', 'run the whole service on this machine')
    .option('--port <n>', 'port of the API; 0 for any free port', wholeNumber(0, 65_535), 3000)
    .option('--environment <name>', 'environment whose stacks to run', 'staging')
    .option('--data <folder>', 'folder of the stored data', folder, '.local')
    .option(
      '--llm <name|url>',
      `a real language model in place of the scripted one: ${VENDORS}, or another OpenAI-compatible API (key: LLM_API_KEY)`,
      (given) => (MODEL_VENDORS.has(given) ? given : httpUrl(given)),
    )
    .option('--model <name>', 'the model to use there')
    .option(
      '--faults <seed[:rate]>',
      `inject AWS faults by this seed; the rate (default ${FAULT_RATE}) is the share of failures`,
      faults,
    )
    .option(
      '--clock <time>',
      'begin at this time, such as 2026-12-01T09:00; phone-agents clock sets it forward',
      timeOf,
    )
    .option('--reset', 'delete the stored data first', false);

export interface StartOptions {
  readonly port: number;
  readonly environment: string;
  readonly data: string;
  readonly reset: boolean;
  readonly llm?: string | undefined;
  /** The short name of that API, if one was used. */
  readonly llmVendor?: string | undefined;
  /** @default the environment's, or the only one of that API */
  readonly model?: string | undefined;
  readonly faults?: FaultSetting | undefined;
  /** The time at which the service's own clock begins. @default real time */
  readonly clockTime?: Date | undefined;
}

/** The options of a parsed command line. Throws UsageError if they don't fit together. */
export function startOptions(given: ReturnType<ReturnType<typeof startCommand>['opts']>): StartOptions {
  const { llm, clock: clockTime, ...others } = given;
  if (llm === undefined && others.model !== undefined)
    throw new UsageError('--model needs --llm: it is a model of a vendor or server.');
  const vendor = MODEL_VENDORS.get(llm ?? '');
  return { ...others, llm: vendor?.url ?? llm, llmVendor: vendor && llm, clockTime };
}
