import { Command } from '@commander-js/extra-typings';
import { contextOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';
import { eachContextValue } from '../option-values.ts';

export function agentsCommand() {
  const agents = exampleFirst(
    new Command('agents').description('show agents, and talk with them'),
    'agents talk "Front desk"',
  );
  exampleFirst(agents.command('list').description('list your agents'), 'agents list').action(
    async (_, command) => (await import('./show-agents.ts')).listAgents(await contextOf(command)),
  );
  exampleFirst(agents.command('get').description('show an agent'), 'agents get "Front desk" --json')
    .argument('<agent>', 'its name or id')
    .action(async (agent, _, command) =>
      (await import('./show-agents.ts')).getAgent(await contextOf(command), agent),
    );
  exampleFirst(
    agents.command('talk').description('talk with an agent by text, without a telephone'),
    'agents talk "Front desk"',
    'agents talk "Front desk" < lines.txt',
  )
    .argument('<agent>', 'its name or id')
    .option('--agent-version <version>', 'a version of it (default: the published one)')
    .option(
      '--context <name=value>',
      'a value for the placeholders of the prompt; repeat it',
      eachContextValue,
    )
    .action(async (agent, options, command) =>
      (await import('./talk.ts')).talk(await contextOf(command), agent, options),
    );
  return agents;
}
