import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { EXIT, exitCodeOf, explain } from './errors.ts';
import { wasInterrupted } from './interruption.ts';

/** Runs the command of a command line. Resolves with the exit code; prints errors. */
export async function runProgram(
  program: CommandUnknownOpts,
  args: readonly string[],
  explainError: (error: unknown) => string = explain,
): Promise<number> {
  // The reader of the output, such as `head`, closed it.
  process.stdout.on('error', () => process.exit());
  try {
    if (args[0] === 'complete') (await import('./completion.ts')).addCompletions(program);
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    if (wasInterrupted()) {
      console.error('Stopped.');
      return EXIT.interrupted;
    }
    // Commander has printed it.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    console.error(explainError(error));
    return exitCodeOf(error);
  }
}
