import { Command, Option } from '@commander-js/extra-typings';
import { outputOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';
import { wholeNumber } from '../option-values.ts';

const TAKES = ['mine', 'theirs'] as const;
const VENDORS = ['vapi', 'retell', 'elevenlabs'] as const;

const folderOption = () => new Option('--folder <path>', 'the folder with phone-agents.yaml').default('.');
const envOption = () =>
  new Option('--env <name>', 'an environment of phone-agents.yaml (default: the first one)');
const takeOption = () =>
  new Option('--take <side>', 'whose value fields get that were changed in the file and elsewhere').choices(
    TAKES,
  );
const yesOption = () => new Option('--yes', 'do not ask');

export function filesCommands() {
  return [
    initCommand(),
    pullCommand(),
    planCommand(),
    applyCommand(),
    driftCommand(),
    promoteCommand(),
    rollbackCommand(),
    importCommand(),
  ];
}

const initCommand = () =>
  exampleFirst(
    new Command('init').description('make a folder of agents and tests'),
    'init',
    'init --folder agents-of-lakeside',
  )
    .addOption(folderOption())
    .action(async ({ folder }, command) => (await import('./init.ts')).initFolder(folder, outputOf(command)));

const pullCommand = () =>
  exampleFirst(
    new Command('pull').description('bring agents and tests of the service into files'),
    'pull',
    'pull --env production --take theirs',
  )
    .addOption(folderOption())
    .addOption(envOption())
    .addOption(takeOption())
    .action(async (options, command) => (await import('./commands.ts')).pullCommand(command, options));

const planCommand = () =>
  exampleFirst(
    new Command('plan').description('show what apply would write, and what was changed elsewhere'),
    'plan',
    'plan --env production --comment',
  )
    .addOption(folderOption())
    .addOption(envOption())
    .option('--draft', 'leave agents that keep drafts unpublished')
    .option(
      '--comment',
      'print a comment for a pull request: differences, tests, and a link to talk to the draft',
    )
    .action(async (options, command) => (await import('./commands.ts')).planCommand(command, options));

const applyCommand = () =>
  exampleFirst(
    new Command('apply').description('write what plan shows, and nothing else'),
    'apply',
    'apply --env production --yes',
  )
    .addOption(folderOption())
    .addOption(envOption())
    .addOption(takeOption())
    .addOption(yesOption())
    .option('--draft', 'leave agents that keep drafts unpublished')
    .action(async (options, command) => (await import('./commands.ts')).applyCommand(command, options));

const driftCommand = () =>
  exampleFirst(
    new Command('drift').description(
      'show what was changed elsewhere since the last pull or apply; exit with 1 if anything was',
    ),
    'drift --env production',
  )
    .addOption(folderOption())
    .addOption(envOption())
    .action(async (options, command) => (await import('./commands.ts')).driftCommand(command, options));

const promoteCommand = () =>
  exampleFirst(
    new Command('promote').description(
      'apply to an environment what another one has, once its required tests pass there',
    ),
    'promote staging production',
  )
    .argument('<from>', 'an environment that has what the files say')
    .argument('<to>', 'the environment to change')
    .addOption(folderOption())
    .addOption(yesOption())
    .action(async (from, to, options, command) =>
      (await import('./commands.ts')).promoteCommand(command, from, to, options),
    );

const rollbackCommand = () =>
  exampleFirst(
    new Command('rollback').description(
      'restore an earlier version of an agent, in the service and in its files',
    ),
    'rollback receptionist',
    'rollback receptionist --to 3 --env production',
  )
    .argument('<agent>', 'the name of its file')
    .addOption(folderOption())
    .addOption(envOption())
    .option('--to <version>', 'the version (default: the one before the latest)', wholeNumber(1, 999_999_999))
    .action(async (agent, options, command) =>
      (await import('./commands.ts')).rollbackCommand(command, agent, options),
    );

const importCommand = () =>
  exampleFirst(
    new Command('import').description('make files of an agent that another vendor exported as JSON'),
    'import vapi assistant.json',
  )
    .argument('<vendor>', VENDORS.join(', '))
    .argument('<file>', 'the exported agent')
    .addOption(folderOption())
    .action(async (vendor, file, { folder }, command) =>
      (await import('./init.ts')).importAgent(folder, vendor, file, outputOf(command)),
    );
