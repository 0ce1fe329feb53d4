import type { FaultSetting } from 'cdk-local/faults/fault-plan.ts';
import { CommandError, flag, numberIn, parseCommand, text, textOr, urlIn } from '../bin/command.ts';

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

export const START = {
  name: 'npm start',
  forms: ['[-- options]'],
  options: {
    port: textOr('3000', 'N', 'port of the API; 0 for any free port'),
    environment: textOr('staging', 'NAME', 'environment whose stacks to run'),
    data: textOr('.local', 'FOLDER', 'folder of the stored data'),
    llm: text(
      'NAME|URL',
      `a real language model in place of the scripted one: ${VENDORS}, or another OpenAI-compatible API (key: LLM_API_KEY)`,
    ),
    model: text('NAME', 'the model to use there'),
    faults: text(
      'SEED[:RATE]',
      `inject AWS faults by this seed; RATE (default ${FAULT_RATE}) is the share of failures`,
    ),
    clock: text('TIME', 'begin at this time, such as 2026-12-01T09:00; phone-agents clock sets it forward'),
    reset: flag('delete the stored data first'),
  },
} as const;

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

/** Parses the command line. Returns undefined for --help; throws CommandError for a wrong one. */
export function parseStartArguments(args: readonly string[]): StartOptions | undefined {
  const given = parseCommand(START, args);
  if (!given) return undefined;
  const { port, llm, faults, data, clock, ...others } = given.values;
  if (data.trim() === '') throw new CommandError('--data must be a folder, not "".');
  if (llm === undefined && others.model !== undefined)
    throw new CommandError('--model needs --llm: it is a model of a vendor or server.');
  const vendor = MODEL_VENDORS.get(llm ?? '');
  return {
    ...others,
    data,
    port: numberIn('port', port, 0, 65_535),
    llm: vendor?.url ?? urlIn('llm', llm, ` or one of ${VENDORS}`),
    llmVendor: vendor && llm,
    faults: faults === undefined ? undefined : faultsIn(faults),
    clockTime: clock === undefined ? undefined : timeIn(clock),
  };
}

/** Parses a time of this machine's zone, unless the time names another. Throws CommandError for anything else. */
function timeIn(value: string): Date {
  const time = new Date(value);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(value);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new CommandError(`--clock must be a time such as 2026-12-01T09:00, not "${value}".`);
}

/** Parses SEED[:RATE], as in 7 or 7:0.1. Throws CommandError for anything else. */
function faultsIn(value: string): FaultSetting {
  const [, seed = '', rate = String(FAULT_RATE)] = /^(\d{1,9})(?::(\d+(?:\.\d+)?))?$/.exec(value) ?? [];
  if (seed !== '' && Number(rate) <= 1) return { seed: Number(seed), rate: Number(rate) };
  throw new CommandError(
    `--faults must be a seed of up to nine digits, and perhaps a rate from 0 to 1, as in 7 or 7:0.1, not "${value}".`,
  );
}
