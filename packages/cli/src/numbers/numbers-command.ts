import { Command } from '@commander-js/extra-typings';
import { contextOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';

export function numbersCommand() {
  const numbers = exampleFirst(
    new Command('numbers').description('list and assign telephone numbers'),
    'numbers list',
  );
  exampleFirst(numbers.command('list').description('list your numbers'), 'numbers list').action(
    async (_, command) => (await import('./numbers.ts')).listNumbers(await contextOf(command)),
  );
  exampleFirst(numbers.command('get').description('show a number'), 'numbers get +15550002222')
    .argument('<number>', 'the number in E.164')
    .action(async (number, _, command) =>
      (await import('./numbers.ts')).getNumber(await contextOf(command), number),
    );
  exampleFirst(
    numbers.command('assign').description('let an agent answer the calls to a number'),
    'numbers assign +15550002222 --agent "Front desk"',
    'numbers assign +15550002222 --no-agent',
  )
    .argument('<number>', 'the number in E.164')
    .option('--agent <agent>', "the agent's name or id")
    .option('--no-agent', 'let no agent answer')
    .action(async (number, { agent }, command) =>
      (await import('./numbers.ts')).assignNumber(await contextOf(command), number, agent),
    );
  return numbers;
}
