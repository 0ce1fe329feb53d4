import { Argument, Command, Option } from '@commander-js/extra-typings';
import { outputOf } from '../context.ts';
import { exampleFirst } from '../example-first.ts';
import { wholeNumber } from '../option-values.ts';

const vendorArgument = () => new Argument('<vendor>').choices(['vapi', 'retell', 'elevenlabs'] as const);

const folderOption = () => new Option('--folder <path>', 'the folder with phone-agents.yaml').default('.');
const envOption = () =>
  new Option('--env <name>', 'an environment of phone-agents.yaml (default: the first one)');
const takeOption = () =>
  new Option('--take <side>', 'whose value fields get that were changed in the file and elsewhere').choices([
    'mine',
    'theirs',
  ] as const);
const yesOption = () => new Option('--yes', 'do not ask');
const draftOption = () => new Option('--draft', 'leave agents that keep drafts unpublished');

const command = (name: string, description: string, ...examples: string[]) =>
  exampleFirst(new Command(name).description(description), ...examples).addOption(folderOption());

export const filesCommands = () => [
  command('init', 'make a folder of agents and tests', 'init', 'init --folder agents-of-lakeside').action(
    async ({ folder }, self) => (await import('./init.ts')).initFolder(folder, outputOf(self)),
  ),
  command(
    'pull',
    'bring agents and tests of the service into files',
    'pull',
    'pull --env production --take theirs',
  )
    .addOption(envOption())
    .addOption(takeOption())
    .action(async (options, self) => (await import('./commands.ts')).pullCommand(self, options)),
  command(
    'plan',
    'show what apply would write, and what was changed elsewhere',
    'plan',
    'plan --env production --comment',
  )
    .addOption(envOption())
    .addOption(draftOption())
    .option(
      '--comment',
      'print a comment for a pull request: differences, tests, and a link to talk to the draft',
    )
    .action(async (options, self) => (await import('./commands.ts')).planCommand(self, options)),
  command('apply', 'write what plan shows, and nothing else', 'apply', 'apply --env production --yes')
    .addOption(envOption())
    .addOption(takeOption())
    .addOption(yesOption())
    .addOption(draftOption())
    .action(async (options, self) => (await import('./commands.ts')).applyCommand(self, options)),
  command(
    'drift',
    'show what was changed elsewhere since the last pull or apply; exit with 1 if anything was',
    'drift --env production',
  )
    .addOption(envOption())
    .action(async (options, self) => (await import('./commands.ts')).driftCommand(self, options)),
  command(
    'promote',
    'apply to an environment what another one has, once its required tests pass there',
    'promote staging production',
  )
    .argument('<from>', 'an environment that has what the files say')
    .argument('<to>', 'the environment to change')
    .addOption(yesOption())
    .action(async (from, to, options, self) =>
      (await import('./commands.ts')).promoteCommand(self, from, to, options),
    ),
  command(
    'rollback',
    'restore an earlier version of an agent, in the service and in its files',
    'rollback receptionist',
    'rollback receptionist --to 3 --env production',
  )
    .argument('<agent>', 'the name of its file')
    .addOption(envOption())
    .option('--to <version>', 'the version (default: the one before the latest)', wholeNumber(1, 999_999_999))
    .action(async (agent, options, self) =>
      (await import('./commands.ts')).rollbackCommand(self, agent, options),
    ),
  command(
    'import',
    'make files of an agent that another vendor exported as JSON',
    'import vapi assistant.json',
  )
    .addArgument(vendorArgument())
    .argument('<file>', 'the exported agent')
    .action(async (vendor, file, { folder }, self) =>
      (await import('./init.ts')).importAgent(folder, vendor, file, outputOf(self)),
    ),
];
