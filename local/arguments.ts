import { parseArgs } from 'node:util';
import { StartError } from 'cdk-local/start-error.ts';

/** The options of `npm start`. */
export interface StartOptions {
  /** The port of the API; 0 for any free port. */
  readonly port: number;
  readonly environment: 'staging' | 'production';
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
}

export const USAGE = `Usage: npm start [-- options]
  --port N                             port of the API (default 3000; 0 for any that is free)
  --environment staging|production     which environment's stacks to run (default staging)
  --data FOLDER                        where everything is kept (default .local)
  --dynamodb URL                       another DynamoDB endpoint than the embedded one
  --telephony URL                      another telephony vendor than the simulated carrier
  --llm URL                            an OpenAI-compatible API in place of the scripted model
  --reset                              forget what is kept`;

const options = {
  port: { type: 'string', default: '3000' },
  environment: { type: 'string', default: 'staging' },
  data: { type: 'string', default: '.local' },
  dynamodb: { type: 'string' },
  telephony: { type: 'string' },
  llm: { type: 'string' },
  reset: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Parses the command line. Returns undefined for --help; throws StartError for a wrong flag. */
export function parseStartArguments(args: readonly string[]): StartOptions | undefined {
  const { values } = read(args);
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new StartError(`--port must be a number from 0 to 65535, not "${values.port}".`);
  const { environment, data, reset } = values;
  if (environment !== 'staging' && environment !== 'production') {
    throw new StartError(`--environment must be staging or production, not "${environment}".`);
  }
  const urls = {
    ...url('dynamodb', values.dynamodb),
    ...url('telephony', values.telephony),
    ...url('llm', values.llm),
  };
  return { port, environment, data, reset, ...urls };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

function url<Name extends string>(name: Name, value: string | undefined) {
  if (value === undefined) return {};
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new StartError(`--${name} must be an http or https URL, not "${value}".`);
  return { [name]: value.replace(/\/+$/, '') };
}
