import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, it } from 'vitest';
import { descendants, makeProgram } from '#cli/program.ts';

const nameOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

it('the help of every command begins with an example of that command', () => {
  const program = makeProgram();
  const leaves = descendants(program).filter(({ commands }) => commands.length === 0);

  expect(leaves.length).toBeGreaterThan(20);
  for (const command of leaves) {
    let help = '';
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();

    expect(help).toMatch(new RegExp(`^\\$ ${nameOf(command)}( |\\n)`));
  }
});
