import { parseArgs } from 'node:util';
import { CommandError } from '../call/clients/command-error.ts';

/** The options of `npm run watch`. */
export interface WatchArguments {
  /** The data folder of the running service. */
  readonly data: string;
  /** The minutes to which the figures refer. */
  readonly minutes: number;
  /** Show the figures once. */
  readonly once: boolean;
}

export const USAGE = `Usage: npm run watch [-- options]
  --minutes N        minutes that the figures cover (1 to 180, default 5)
  --once             show the figures once, and end
  --data FOLDER      the data folder of the running service (default .local)`;

const options = {
  minutes: { type: 'string', default: '5' },
  once: { type: 'boolean', default: false },
  data: { type: 'string', default: '.local' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Minutes for which the local service keeps all metrics. */
const MOST_MINUTES = 180;

/** Parses the command line. Returns undefined for --help; throws CommandError for a wrong flag. */
export function parseWatchArguments(args: readonly string[]): WatchArguments | undefined {
  const { help, minutes: text, ...given } = read(args);
  if (help) return undefined;
  const minutes = Number(text);
  if (!/^\d+$/.test(text) || minutes < 1 || minutes > MOST_MINUTES)
    throw new CommandError(`--minutes must be a number from 1 to ${MOST_MINUTES}, not "${text}".`);
  return { ...given, minutes };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node.js appends advice; the first sentence names the fault.
    const [fault] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new CommandError(`${fault?.replace(/\.$/, '')}. See npm run watch -- --help.`);
  }
}
