import { parseOptions } from '../../bin/parse-options.ts';
import { CALLEES } from './callee.ts';
import { CommandError } from './clients/command-error.ts';
import { sampleNames } from './sample.ts';

/** The options of `npm run call`. */
export interface CallArguments {
  /** A file with the callee's script. */
  readonly script: string | undefined;
  /** The name of a sample conversation, or its file. */
  readonly sample: string | undefined;
  /** The name of a callee who is busy, a voicemail or the like. */
  readonly callee: string | undefined;
  /** The user types the callee's words. */
  readonly type: boolean;
  /** The callee calls the agent's number, instead of being called. */
  readonly inbound: boolean;
  /** Each webhook delivery is shown. */
  readonly webhooks: boolean;
  /** The system's voice speaks what is said. */
  readonly speak: boolean;
  /** The agent's instructions. */
  readonly prompt: string | undefined;
  /** The data folder of the running service. */
  readonly data: string;
  /** The callee's number. */
  readonly to: string;
  /** The agent's number; undefined for the local user's number. */
  readonly from: string | undefined;
  /** An existing agent; without one, an agent is created for the call. */
  readonly agent: string | undefined;
}

export const USAGE = `Usage: npm run call [-- options]
  --script FILE      what the callee says, a line for each thing said (samples: local/call/scripts/)
  --sample NAME      hold a sample conversation: ${sampleNames().join(', ')} (examples/conversations/)
  --sample FILE      hold a conversation of your own: JSON or YAML, as docs/sample.schema.json says
  --type             speak for the callee yourself, or by lines from a pipe
  --callee NAME      somebody else answers, or nobody: ${Object.keys(CALLEES).join(', ')}
  --inbound          the person calls the agent's number
  --webhooks         show each webhook delivery
  --speak            hear the call through the voice of this system
  --prompt TEXT      what the agent is told about its task
  --agent ID         call with an agent that exists, in place of one made for the call
  --to NUMBER        the person's number (default +15550001111)
  --from NUMBER      the agent's number (default: the one that the local user holds)
  --data FOLDER      the data folder of the running service (default .local)`;

const options = {
  script: { type: 'string' },
  sample: { type: 'string' },
  callee: { type: 'string' },
  type: { type: 'boolean', default: false },
  inbound: { type: 'boolean', default: false },
  webhooks: { type: 'boolean', default: false },
  speak: { type: 'boolean', default: false },
  prompt: { type: 'string' },
  data: { type: 'string', default: '.local' },
  to: { type: 'string', default: '+15550001111' },
  from: { type: 'string' },
  agent: { type: 'string' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** Parses the command line. Returns undefined for --help; throws OptionError or CommandError for a wrong one. */
export function parseCallArguments(args: readonly string[]): CallArguments | undefined {
  const { help, ...given } = parseOptions('npm run call', { args: [...args], options }).values;
  if (help) return undefined;
  const { script, sample, callee, type, inbound, webhooks, speak, prompt, data, to, from, agent } = given;
  for (const [name, number] of Object.entries({ to, from })) {
    if (number !== undefined && !/^\+[1-9]\d{1,14}$/.test(number)) {
      throw new CommandError(`--${name} must be a number in E.164 such as +15550001111, not "${number}".`);
    }
  }
  if (agent !== undefined && prompt !== undefined) {
    throw new CommandError('--prompt is for an agent made for the call: it cannot go with --agent.');
  }
  const isDecided = script !== undefined || type || prompt !== undefined || agent !== undefined;
  if (sample !== undefined && isDecided) {
    throw new CommandError(
      '--sample decides who says what: it cannot go with --script, --type, --prompt or --agent.',
    );
  }
  if (callee !== undefined && !Object.hasOwn(CALLEES, callee))
    throw new CommandError(`--callee must be one of ${Object.keys(CALLEES).join(', ')}, not "${callee}".`);
  if (callee !== undefined && (script !== undefined || sample !== undefined || type || inbound))
    throw new CommandError(
      '--callee decides who answers: it cannot go with --script, --sample, --type or --inbound.',
    );
  return { script, sample, callee, type, inbound, webhooks, speak, prompt, data, to, from, agent };
}
