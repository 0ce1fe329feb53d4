import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXIT, explain } from './errors.ts';
import { runProgram } from './run-program.ts';

/** A command of `package.json`, such as `npm run token`. npm passes on what follows a lone `--`. */
export const npmCommand = (name: string, description: string) =>
  new Command(`${name} --`)
    .description(description)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(`See ${name} -- --help.`)
    .exitOverride();

/** Runs it with this process's arguments. Prints errors, and sets the exit code. */
export async function runNpmCommand(command: CommandUnknownOpts, explainError = explain): Promise<void> {
  const taken = [command, ...command.commands].flatMap(({ options }) => options).find(wasTakenByNpm);
  if (taken) {
    console.error(
      `npm took ${taken.long} as its own option: put -- before the options, as in ${command.name()} ${taken.long}.`,
    );
    process.exitCode = EXIT.usage;
  } else process.exitCode = await runProgram(command, process.argv.slice(2), explainError);
}

/** npm takes options before a lone `--` as its own, and passes them to the command only as variables. */
const wasTakenByNpm = ({ long }: { readonly long?: string | undefined }) =>
  process.env[`npm_config_${long?.slice(2).replaceAll('-', '_')}`] !== undefined;
