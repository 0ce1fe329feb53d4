import { expect, it } from 'vitest';
import { descendants, makeProgram } from '#cli/program.ts';

type Below = ReturnType<typeof descendants>[number];

const nameOf = (command: Pick<Below, 'name' | 'parent'>): string =>
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
