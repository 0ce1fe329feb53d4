import {
  CommandError,
  flag,
  numberIn,
  parseCommand,
  text,
  textOr,
  UsageError,
  urlIn,
} from '../../bin/command.ts';
import { explainError } from '../clients/api-client.ts';
import { REPORTERS } from './reporters.ts';

const MAX_RUNS = 20;
const MAX_ORDERS = 5_000;

export const AGENT_TEST = {
  name: 'npm run agent-test',
  forms: ['-- FILE|FOLDER… [options]'],
  allowPositionals: true,
  options: {
    agent: text(
      'AGENT',
      "test this agent in place of each test's own: a name or id, perhaps with @VERSION or @draft, or a file such as examples/conversations/booking.yaml",
    ),
    label: { ...text('LABEL', 'only tests with this label; repeat it for further labels'), multiple: true },
    runs: textOr('1', 'N', `run each test N times, at most ${MAX_RUNS}`),
    offline: flag('ask no judge: skip verdicts that are not cached'),
    timed: flag('time the models and check within_ms; the output may then differ from run to run'),
    explore: text(
      'N',
      `play the lines of each test in N other orders (1 to ${MAX_ORDERS}), and shrink what fails`,
    ),
    seed: textOr('1', 'N', 'the seed of these orders'),
    watch: flag('run again when a file or an agent changes'),
    reporter: textOr('text', 'NAME', REPORTERS.join(', ')),
    url: text('URL', 'a deployed service in place of the local one, with --token'),
    token: text(
      'TOKEN',
      'its access token with the scopes tests:write and tests:read; for agents of files, write',
    ),
    data: textOr('.local', 'FOLDER', 'the data folder of the running local service'),
  },
  notes: `FILE is a test in YAML, JSON or TypeScript; FOLDER stands for each such file in it.
Exit code: 0 all passed, 1 a test failed, 2 a test could not be run.`,
  explain: explainError,
  failureCode: 2,
} as const;

export type TestArguments = NonNullable<ReturnType<typeof parseTestArguments>>;

/** Parses the command line. Returns undefined for --help; throws CommandError for a wrong one. */
export function parseTestArguments(args: readonly string[]) {
  const given = parseCommand(AGENT_TEST, args);
  if (!given) return undefined;
  const { values, positionals: paths } = given;
  const { agent, label: labels = [], runs, offline, timed, watch, data, url, token } = values;
  if (paths.length === 0) throw new UsageError('Name a file or a folder with tests.');
  const reporter = REPORTERS.find((name) => name === values.reporter);
  if (!reporter)
    throw new CommandError(`--reporter must be ${REPORTERS.join(', ')}, not "${values.reporter}".`);
  const explore =
    values.explore === undefined
      ? undefined
      : {
          count: numberIn('explore', values.explore, 1, MAX_ORDERS),
          seed: numberIn('seed', values.seed, 0, 999_999_999),
        };
  if (explore && reporter !== 'text')
    throw new CommandError('--explore has a report of its own: leave out --reporter.');
  return {
    ...{ paths, agent, labels, offline, timed, watch, explore, reporter, data },
    runs: numberIn('runs', runs, 1, MAX_RUNS),
    service: serviceOf(url, token),
  };
}

/** A deployed service; without it, the tests run on the local one. */
function serviceOf(url: string | undefined, token: string | undefined) {
  if (url === undefined && token === undefined) return undefined;
  if (url === undefined || token === undefined) throw new CommandError('--url and --token go together.');
  return { base_url: urlIn('url', url), access_token: token };
}
