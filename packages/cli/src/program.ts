import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { testCommand } from './agent-tests/test-command.ts';
import { agentsCommand } from './agents/agents-command.ts';
import { callsCommand } from './calls/calls-command.ts';
import { VERSION } from './context.ts';
import { EXIT, EXIT_MEANINGS } from './errors.ts';
import { exampleFirst } from './example-first.ts';
import { filesCommands } from './files/files-commands.ts';
import { numbersCommand } from './numbers/numbers-command.ts';
import { sessionCommands } from './session/session-commands.ts';
import { clockCommand } from './simulators/clock-command.ts';
import { webhooksCommand } from './webhooks/webhooks-command.ts';

const EXIT_CODES = Object.entries(EXIT_MEANINGS).map(
  ([name, meaning]) => `  ${String(EXIT[name as keyof typeof EXIT]).padEnd(4)}${meaning}`,
);

/** The tree of all commands. Their code is loaded when they run. */
export function makeProgram() {
  const program = new Command('phone-agents')
    .description('The command line of the phone-call agent API.')
    .version(VERSION, '--version', 'print the version')
    .option('--json', 'print JSON for programs, in place of tables')
    .option('--profile <name>', 'use this profile of phone-agents login (or PHONE_AGENTS_PROFILE)')
    .option('--url <url>', 'the service, with --token (or PHONE_AGENTS_URL)')
    .addOption(new Option('--token <token>', 'an access token for it (or PHONE_AGENTS_TOKEN)'))
    .option('--data <folder>', 'the data folder of a service on this machine (default: .local here or above)')
    .helpCommand(false)
    .showSuggestionAfterError()
    .addHelpText('after', `\nExit codes:\n${EXIT_CODES.join('\n')}`);
  exampleFirst(program, 'calls create +15550001111 --agent "Front desk" --follow');
  const commands = [
    callsCommand(),
    agentsCommand(),
    numbersCommand(),
    webhooksCommand(),
    testCommand(),
    ...filesCommands(),
    clockCommand(),
    ...sessionCommands(),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...descendants(program)]) prepare(command);
  return program;
}

export const descendants = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.flatMap((each) => [each, ...descendants(each)]);

/** Errors of the command line throw, so that they have an exit code of their own. */
function prepare(command: CommandUnknownOpts): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true });
  if (command.commands.length > 0) command.helpCommand(false);
  else command.showHelpAfterError('Add --help for examples.');
}
