import tab from '@bomb.sh/tab';
import addTo from '@bomb.sh/tab/commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Command } from 'commander';

/** Prints the script that a shell loads; it asks the command itself what comes next. */
export const printCompletionScript = (shell: string): void =>
  tab.setup('phone-agents', 'phone-agents', shell);

/** Adds the hidden command that the script calls, which knows the program's commands and options. */
export function addCompletions(program: CommandUnknownOpts): void {
  // The same class; its typings differ.
  addTo(program as unknown as Command, { completionCommandName: 'completion-script' });
}
