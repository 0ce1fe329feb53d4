import { parseArgs } from 'node:util';
import { CommandError } from './clients/command-error.ts';
import { sampleNames } from './sample.ts';

/** What `npm run call` was asked for. */
export interface CallArguments {
  /** A file with what the callee says. */
  readonly script: string | undefined;
  /** The name of a conversation to hold again. */
  readonly sample: string | undefined;
  /** The person at the keyboard speaks for the callee. */
  readonly type: boolean;
  /** The person calls the agent's number, in place of being called. */
  readonly inbound: boolean;
  /** What the agent is told about its task. */
  readonly prompt: string | undefined;
  /** The folder in which the running service keeps everything. */
  readonly data: string;
  /** The number of the person. */
  readonly to: string;
  /** The agent's number; undefined for the one that the local user holds. */
  readonly from: string | undefined;
  /** An agent that exists; without it one is made for the call. */
  readonly agent: string | undefined;
}

export const USAGE = `Usage: npm run call [-- options]
  --script FILE      what the callee says, a line for each thing said (samples: local/call/scripts/)
  --sample NAME      hold a sample conversation: ${sampleNames().join(', ')} (examples/conversations/)
  --type             speak for the callee yourself
  --inbound          the person calls the agent's number
  --prompt TEXT      what the agent is told about its task
  --agent ID         call with an agent that exists, in place of one made for the call
  --to NUMBER        the person's number (default +15550001111)
  --from NUMBER      the agent's number (default: the one that the local user holds)
  --data FOLDER      the data folder of the running service (default .local)`;

const options = {
  script: { type: 'string' },
  sample: { type: 'string' },
  type: { type: 'boolean', default: false },
  inbound: { type: 'boolean', default: false },
  prompt: { type: 'string' },
  data: { type: 'string', default: '.local' },
  to: { type: 'string', default: '+15550001111' },
  from: { type: 'string' },
  agent: { type: 'string' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Reads the command line; undefined when help was asked for. Throws CommandError for a wrong flag. */
export function parseCallArguments(args: readonly string[]): CallArguments | undefined {
  const { help, ...given } = read(args);
  if (help) return undefined;
  const { script, sample, type, inbound, prompt, data, to, from, agent } = given;
  for (const [name, number] of Object.entries({ to, from })) {
    if (number !== undefined && !/^\+[1-9]\d{1,14}$/.test(number)) {
      throw new CommandError(`--${name} must be a number in E.164 such as +15550001111, not "${number}".`);
    }
  }
  if (agent !== undefined && prompt !== undefined) {
    throw new CommandError('--prompt is for an agent made for the call: it cannot go with --agent.');
  }
  const isDecided = script !== undefined || type || inbound || prompt !== undefined || agent !== undefined;
  if (sample !== undefined && isDecided) {
    throw new CommandError(
      '--sample decides who says what: it cannot go with --script, --type, --inbound, --prompt or --agent.',
    );
  }
  return { script, sample, type, inbound, prompt, data, to, from, agent };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node.js adds advice in further sentences; the first one names the fault.
    const [fault] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new CommandError(`${fault?.replace(/\.$/, '')}. See npm run call -- --help.`);
  }
}
