import { Argument, Command } from '@commander-js/extra-typings';
import { contextOf, globalOptions, outputOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';

/** Commands about who you are, and where the service is. */
export const sessionCommands = () => [
  ...[login(), logout(), profiles(), whoami(), open(), logs(), mcp(), completion()],
];

const SHELLS = ['zsh', 'bash', 'fish', 'powershell'] as const;

const login = () =>
  exampleFirst(
    new Command('login').description('sign in to a service, and remember it as a profile'),
    'login --url https://api.example.com',
    'login --link "https://console.example.com/sign-in#CODE" --profile staging',
  )
    .option('--link <link>', 'a sign-in link of the console, which works once, in place of a token')
    .option('--console <url>', "the console's URL, for phone-agents open")
    .option('--no-keyring', "keep the token in a file of mode 600, not in the system's keyring")
    .action(async (options, command) => (await import('./login.ts')).login(command, options));

const logout = () =>
  exampleFirst(
    new Command('logout').description('forget a profile and its token'),
    'logout --profile staging',
  ).action(async (_, command) => (await import('./login.ts')).logout(command));

const profiles = () =>
  exampleFirst(
    new Command('profiles').description('list your profiles, or choose the one to use'),
    'profiles',
    'profiles staging',
  )
    .argument('[name]', 'use this profile from now on')
    .action(async (name, _, command) => (await import('./login.ts')).listProfiles(outputOf(command), name));

const whoami = () =>
  exampleFirst(
    new Command('whoami').description('show the service, your user and what your token permits'),
    'whoami',
  ).action(async (_, command) => (await import('./whoami.ts')).whoami(await contextOf(command)));

const open = () =>
  exampleFirst(
    new Command('open').description('open the console in your browser'),
    'open',
    'open call 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11',
  )
    .addArgument(
      new Argument('[page]', 'a call, an agent, or a page').choices([
        'call',
        'agent',
        'calls',
        'agents',
        'settings',
      ]),
    )
    .argument('[id]', 'the call, or the name or id of the agent')
    .option('--print', 'print the address only')
    .action(async (page, id, options, command) =>
      (await import('./open-console.ts')).openConsole(await contextOf(command), { page, id, ...options }),
    );

const logs = () =>
  exampleFirst(
    new Command('logs').description(
      "show the log of a call on this machine's service, from its first request to its last delivery",
    ),
    'logs 0197a5c2-7e14-7c1f-8a52-5d0c8e0b6f11',
  )
    .argument('<call>', 'the call')
    .action(async (call, _, command) =>
      (await import('../logs/local-logs.ts')).showLogs(outputOf(command), call, globalOptions(command).data),
    );

const mcp = () =>
  exampleFirst(
    new Command('mcp').description(
      'serve tools for coding assistants by the Model Context Protocol (stdio), with the service and the scopes of your token',
    ),
    'mcp --profile staging',
  ).action(async (_, command) => (await import('../mcp/serve.ts')).serveMcp(command));

const completion = () =>
  exampleFirst(
    new Command('completion').description('print the completion script of your shell'),
    'completion zsh > ~/.phone-agents.zsh && echo "source ~/.phone-agents.zsh" >> ~/.zshrc',
  )
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell) => (await import('../completion.ts')).printCompletionScript(shell));
