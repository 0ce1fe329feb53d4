import { Command } from '@commander-js/extra-typings';
import { contextOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';

export function webhooksCommand() {
  const webhooks = exampleFirst(
    new Command('webhooks').description('list webhooks, and receive events on this machine'),
    'webhooks listen --forward-to http://localhost:3000/hook',
  );
  exampleFirst(webhooks.command('list').description('list your webhooks'), 'webhooks list').action(
    async (_, command) => (await import('./list-webhooks.ts')).listWebhooks(await contextOf(command)),
  );
  exampleFirst(
    webhooks
      .command('listen')
      .description(
        'forward signed events to a server on this machine, without a tunnel: those of all your calls, or those of one webhook. ' +
          'Events wait while the server is down. If you stop meanwhile, the next listen forwards them.',
      ),
    'webhooks listen --forward-to http://localhost:3000/hook',
    'webhooks listen --forward-to http://localhost:3000/hook --webhook 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11',
  )
    .requiredOption('--forward-to <url>', 'where your server listens')
    .option('--webhook <id>', 'forward copies of the events of this webhook')
    .action(async (options, command) =>
      (await import('./listen.ts')).listen(await contextOf(command), options),
    );
  return webhooks;
}
