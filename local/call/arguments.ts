import { KNOWN_CALLEES } from 'vendor-simulators/carrier/callees/known-callees.ts';
import { explain } from '#cli/errors.ts';
import { sampleNames } from '#cli/samples/sample.ts';
import { CommandError, flag, parseCommand, text, textOr, type Values } from '../../bin/command.ts';

const NAMES = Object.keys(KNOWN_CALLEES).join(', ');

export const CALL = {
  name: 'npm run call',
  explain,
  forms: ['[-- options]'],
  options: {
    script: text('FILE', "the callee's utterances, one per line (samples: local/call/scripts/)"),
    sample: text(
      'NAME|FILE',
      `play a sample conversation: ${sampleNames().join(', ')} (examples/conversations/), or your own in JSON or YAML (docs/sample.schema.json)`,
    ),
    type: flag("type the callee's words yourself, or pipe them in"),
    callee: text('NAME', `another callee: ${NAMES}`),
    inbound: flag("the person calls the agent's number"),
    webhooks: flag('show each webhook delivery'),
    speak: flag("speak the call with this system's voice"),
    prompt: text('TEXT', "the agent's instructions"),
    agent: text('ID', 'use an existing agent, in place of one created for the call'),
    to: textOr('+15550001111', 'NUMBER', "the person's number"),
    from: text('NUMBER', "the agent's number (default: the one that the local user holds)"),
    data: textOr('.local', 'FOLDER', 'the data folder of the running service'),
  },
} as const;

export type CallArguments = Values<typeof CALL.options>;

/** Parses the command line. Returns undefined for --help; throws CommandError for a wrong one. */
export function parseCallArguments(args: readonly string[]): CallArguments | undefined {
  const given = parseCommand(CALL, args)?.values;
  if (!given) return undefined;
  const { script, sample, callee, type, inbound, prompt, to, from, agent } = given;
  for (const [name, number] of Object.entries({ to, from })) {
    if (number !== undefined && !/^\+[1-9]\d{1,14}$/.test(number))
      throw new CommandError(`--${name} must be a number in E.164 such as +15550001111, not "${number}".`);
  }
  if (agent !== undefined && prompt !== undefined)
    throw new CommandError('--prompt is for an agent created for the call: it cannot go with --agent.');
  const isDecided = script !== undefined || type || prompt !== undefined || agent !== undefined;
  if (sample !== undefined && isDecided)
    throw new CommandError(
      '--sample decides who says what: it cannot go with --script, --type, --prompt or --agent.',
    );
  if (callee !== undefined && !Object.hasOwn(KNOWN_CALLEES, callee))
    throw new CommandError(`--callee must be one of ${NAMES}, not "${callee}".`);
  if (callee !== undefined && (script !== undefined || sample !== undefined || type || inbound))
    throw new CommandError(
      '--callee decides who answers: it cannot go with --script, --sample, --type or --inbound.',
    );
  return given;
}
