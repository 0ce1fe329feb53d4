import { Command, Option } from '@commander-js/extra-typings';
import { exampleFirst } from '../example-first.ts';
import { wholeNumber } from '../option-values.ts';
import { REPORTERS } from './reporter-names.ts';

const MAX_RUNS = 20;
const MAX_ORDERS = 5_000;

export const testCommand = () =>
  exampleFirst(
    new Command('test').description(
      'run tests of agents: files in YAML, JSON or TypeScript, and all such files of folders. ' +
        'Exit code: 0 all passed, 1 a test failed, 2 a test could not be run.',
    ),
    'test examples/tests',
    'test tests --agent "Front desk@draft" --reporter junit > results.xml',
  )
    .argument('<path...>', 'files and folders')
    .option(
      '--agent <agent>',
      "test this agent in place of each test's own: a name or id, perhaps with @VERSION or @draft, or a file such as examples/conversations/booking.yaml",
    )
    .option('--label <label>', 'only tests with this label; repeat it for further labels', eachOf, [])
    .option('--runs <n>', 'run each test this often', wholeNumber(1, MAX_RUNS), 1)
    .option('--offline', 'ask no judge: skip verdicts that are not cached', false)
    .option(
      '--timed',
      'time the models and check within_ms; the output may then differ from run to run',
      false,
    )
    .addOption(
      new Option(
        '--explore <n>',
        `play the lines of each test in n other orders (1 to ${MAX_ORDERS}), and shrink what fails`,
      )
        .argParser(wholeNumber(1, MAX_ORDERS))
        .conflicts('reporter'),
    )
    .option('--seed <n>', 'the seed of these orders', wholeNumber(0, 999_999_999), 1)
    .option('--watch', 'run again when a file or an agent changes', false)
    .addOption(new Option('--reporter <name>').choices(REPORTERS).default('text' as const))
    .action(async (paths, options, command) =>
      (await import('./run-agent-tests.ts')).runAgentTests(command, { paths, ...options }),
    );

function eachOf(given: string, former: readonly string[]): string[] {
  return [...former, given];
}
